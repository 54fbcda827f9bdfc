/** The mark of a player: ink, shape and beast. Ten of them differ in all three from their neighbours. */
import type { IconName } from "./icons.ts";
import type { ShapeName } from "./shapes.ts";

export interface Mark {
  colour: string;
  shape: ShapeName;
  beast: IconName;
}

const MARKS: readonly Mark[] = [
  { colour: "#8d5806", shape: "shield", beast: "stag-head" },
  { colour: "#164d99", shape: "circle", beast: "raven" },
  { colour: "#642864", shape: "hexagon", beast: "boar" },
  { colour: "#07705c", shape: "diamond", beast: "gecko" },
  { colour: "#8f1f1a", shape: "square", beast: "bear-head" },
  { colour: "#302a25", shape: "octagon", beast: "owl" },
  { colour: "#1b7391", shape: "drop", beast: "heron" },
  { colour: "#7a4a18", shape: "pentagon", beast: "lynx-head" },
  { colour: "#54631f", shape: "circle", beast: "rabbit" },
  { colour: "#8a2f5d", shape: "diamond", beast: "ram-profile" },
];

export function markOf(seat: number): Mark {
  return MARKS[seat % MARKS.length] as Mark;
}
