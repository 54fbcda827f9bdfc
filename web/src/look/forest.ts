/** A line of firs, drawn by a seeded walk: the same wood on every visit. */
export function forest(width: number, ground: number, tall: number, seed: number): string {
  let state = seed;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  const trees: string[] = [];
  for (let x = -20; x < width + 20; x += 26 + 40 * random()) {
    const height = tall * (0.45 + 0.55 * random());
    const reach = height * 0.19;
    const top = ground - height;
    let left = `M${x.toFixed(1)} ${ground}V${(ground - height * 0.08).toFixed(1)}`;
    let right = "";
    for (let step = 4; step >= 1; step--) {
      const y = ground - height * 0.08 - (4 - step) * height * 0.2;
      const w = (reach * (step + 0.6)) / 4.6;
      const up = y - height * 0.2;
      left += `L${(x - w).toFixed(1)} ${y.toFixed(1)}Q${(x - w * 0.45).toFixed(1)} ${(y - height * 0.05).toFixed(1)} ${(x - w * 0.3).toFixed(1)} ${up.toFixed(1)}`;
      right = `Q${(x + w * 0.45).toFixed(1)} ${(y - height * 0.05).toFixed(1)} ${(x + w).toFixed(1)} ${y.toFixed(1)}L${(x + w * 0.5).toFixed(1)} ${y.toFixed(1)}` + right;
    }
    trees.push(`${left}L${x.toFixed(1)} ${top.toFixed(1)}${right}V${ground}z`);
  }
  return trees.join("");
}
