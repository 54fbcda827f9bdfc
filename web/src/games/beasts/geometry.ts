/** The map's drawing, from the fields of the book: hexagons whose corners are moved a little, so that borders look drawn
 * by hand. All pages draw the same map, for a corner's move hangs on where it lies. */
import type { Field } from "../../types/beasts.d.ts";

const RADIUS = 46;
const WIDE = Math.sqrt(3) * RADIUS;
const HIGH = 1.5 * RADIUS;

export interface Point {
  x: number;
  y: number;
}

export interface Cell {
  field: Field;
  number: number;
  x: number;
  y: number;
  outline: string;
}

export interface Ground {
  cells: Map<string, Cell>;
  land: string; // all of it, for the halo along coasts
  coast: string;
  open: string;
  rivers: string;
  peaks: { rock: string; shade: string }[];
  box: { x: number; y: number; width: number; height: number };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** A number from 0 to 1 that hangs on the place alone. */
function luck(x: number, y: number, salt: number): number {
  const wave = Math.sin(Math.round(x) * 12.9898 + Math.round(y) * 78.233 + salt * 37.719) * 43758.5453;
  return wave - Math.floor(wave);
}

export function centre(field: Field): Point {
  const [q = 0, r = 0] = field.at;
  return { x: WIDE * (q + r / 2), y: HIGH * r };
}

function corner(at: Point, k: number): Point {
  const angle = ((60 * k - 30) * Math.PI) / 180;
  const [x, y] = [at.x + RADIUS * Math.cos(angle), at.y + RADIUS * Math.sin(angle)];
  return { x: x + 9 * (luck(x, y, 1) - 0.5), y: y + 9 * (luck(x, y, 2) - 0.5) };
}

/** The border between two corners, bent a little; the same from both sides. */
function bend(a: Point, b: Point): Point {
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  return { x: x + 12 * (luck(x, y, 3) - 0.5), y: y + 12 * (luck(x, y, 4) - 0.5) };
}

const dot = (p: Point) => `${round(p.x)} ${round(p.y)}`;
const line = (a: Point, b: Point) => `M${dot(a)}Q${dot(bend(a, b))} ${dot(b)}`;

function peaksAlong(a: Point, b: Point): { rock: string; shade: string }[] {
  return [0.12, 0.38, 0.62, 0.88].map((t, n) => {
    const [x, y, h] = [a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t + 5, n % 2 ? 13 : 16];
    return {
      rock: `M${round(x - 7.5)} ${round(y)}L${round(x)} ${round(y - h)}L${round(x + 7.5)} ${round(y)}z`,
      shade: `M${round(x)} ${round(y - h)}L${round(x + 7.5)} ${round(y)}L${round(x + 1.5)} ${round(y - 1)}z`,
    };
  });
}

export function groundOf(fields: readonly Field[]): Ground {
  const cells = new Map<string, Cell>();
  const seen = new Set<string>();
  const lines: Record<string, string> = {};
  const peaks: Ground["peaks"] = [];
  let land = "";
  for (const field of fields) {
    const at = centre(field);
    const corners = Array.from({ length: 6 }, (_, k) => corner(at, k));
    const outline = `M${dot(corners[0] as Point)}${corners.map((a, k) => {
      const b = corners[(k + 1) % 6] as Point;
      return `Q${dot(bend(a, b))} ${dot(b)}`;
    }).join("")}z`;
    cells.set(field.id, { field, number: Number(field.id.split(":")[1]), ...at, outline });
    if (field.kind === "land") land += outline;
    field.sides.forEach((kind, k) => {
      const [a, b] = [corners[k] as Point, corners[(k + 1) % 6] as Point];
      const key = [dot(a), dot(b)].sort().join();
      if (seen.has(key) || field.kind === "beyond") return;
      if (kind === "coast" && field.kind !== "land") return; // the land draws it
      seen.add(key);
      if (kind === "mountain") peaks.push(...peaksAlong(a, b));
      lines[kind] = (lines[kind] ?? "") + line(a, b);
    });
  }
  peaks.sort((a, b) => parseFloat(a.rock.split(" ")[1] ?? "") - parseFloat(b.rock.split(" ")[1] ?? ""));
  const all = [...cells.values()];
  const [xs, ys] = [all.map((cell) => cell.x), all.map((cell) => cell.y)];
  const [left, top] = [Math.min(...xs) - 50, Math.min(...ys) - 54];
  return {
    cells, land, peaks, coast: lines.coast ?? "", open: (lines.open ?? "") + (lines.mountain ?? ""), rivers: lines.river ?? "",
    box: { x: left, y: top, width: Math.max(...xs) + 50 - left, height: Math.max(...ys) + 54 - top },
  };
}

const WAYS: Record<string, number> = { ArrowRight: 0, ArrowDown: 90, ArrowLeft: 180, ArrowUp: 270 };

/** The neighbour that lies in the direction of an arrow key. */
export function neighbour(ground: Ground, from: string, key: string): string | undefined {
  const [here, wanted] = [ground.cells.get(from), WAYS[key]];
  if (!here || wanted === undefined) return undefined;
  let [best, least] = [undefined as string | undefined, Infinity];
  for (const [id, cell] of ground.cells) {
    const [dx, dy] = [cell.x - here.x, cell.y - here.y];
    const far = Math.hypot(dx, dy);
    if (id === from || far > WIDE * 2.2) continue;
    const off = Math.abs(((Math.atan2(dy, dx) * 180) / Math.PI - wanted + 540) % 360 - 180);
    const cost = far * (1 + off / 30);
    if (off < 60 && cost < least) [best, least] = [id, cost];
  }
  return best;
}
