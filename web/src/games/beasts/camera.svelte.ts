/** What part of the map is seen: wheel, pinch, drag and keys move it, and "fit" shows it all. */
import type { Ground, Point } from "./geometry.ts";

export class Camera {
  x = $state(0); // where the map's origin lies in the window, in pixels
  y = $state(0);
  scale = $state(1);
  width = $state(0);
  height = $state(0);
  free = false; // somebody has moved it, so nothing else does

  constructor(
    private ground: () => Ground,
    private covered: () => number, // pixels at the bottom that the hand covers
  ) {}

  private get inset(): number {
    return Math.min(this.covered(), this.height * 0.6);
  }

  get least(): number {
    const { width, height } = this.ground().box;
    return Math.min(this.width / width, (this.height - this.inset) / height);
  }

  fit(): void {
    const { box } = this.ground();
    if (!this.width || !this.height) return;
    this.scale = Math.max(0.2, this.least);
    this.x = this.width / 2 - (box.x + box.width / 2) * this.scale;
    this.y = (this.height - this.inset) / 2 - (box.y + box.height / 2) * this.scale;
    this.free = false;
  }

  zoom(by: number, at: Point = { x: this.width / 2, y: (this.height - this.inset) / 2 }): void {
    const scale = Math.min(2.4, Math.max(Math.min(this.least, 1) * 0.9, this.scale * by));
    this.x = at.x - ((at.x - this.x) * scale) / this.scale;
    this.y = at.y - ((at.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.free = true;
    this.hold();
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.free = true;
    this.hold();
  }

  /** Some of the map is always seen. */
  private hold(): void {
    const { box } = this.ground();
    const within = (value: number, least: number, most: number) => Math.min(Math.max(value, Math.min(least, most)), Math.max(least, most));
    this.x = within(this.x, this.width * 0.7 - (box.x + box.width) * this.scale, this.width * 0.3 - box.x * this.scale);
    this.y = within(this.y, (this.height - this.inset) * 0.7 - (box.y + box.height) * this.scale, this.height * 0.3 - box.y * this.scale);
  }

  /** Brings points into the middle, as near as they allow. */
  show(points: readonly Point[], nearest = 1.1): void {
    if (!points.length || !this.width) return;
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = this.height - this.inset;
    this.scale = Math.max(this.least, Math.min(nearest, this.width / (right - left + 130), room / (bottom - top + 130)));
    this.x = this.width / 2 - ((left + right) / 2) * this.scale;
    this.y = room / 2 - ((top + bottom) / 2) * this.scale;
    this.hold();
  }

  /** Moves only if a point is hidden. */
  reveal(point: Point): void {
    const [x, y, edge] = [this.x + point.x * this.scale, this.y + point.y * this.scale, 50];
    const room = this.height - this.inset;
    if (x < edge) this.x += edge - x;
    else if (x > this.width - edge) this.x -= x - (this.width - edge);
    if (y < edge) this.y += edge - y;
    else if (y > room - edge) this.y -= y - (room - edge);
  }
}
