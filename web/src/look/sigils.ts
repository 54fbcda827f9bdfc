/** The mark of a player: ink, shape and beast. Ten of them differ in all three from their neighbours. */
import { getContext, setContext } from "svelte";
import type { BeastIcon } from "../games/beasts/icons.ts";
import type { IconName } from "./icons.ts";
import type { ShapeName } from "./shapes.ts";

export interface Mark {
  colour: string;
  ink?: string; // of the beast on it
  shape: ShapeName;
  beast: IconName | BeastIcon;
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

type Marking = (seat: number) => Mark | undefined;
const MARKING = Symbol("marking");

/** A game may give players marks of its own, such as those of their clans. */
export const setMarks = (marks: Marking): Marking => setContext(MARKING, marks);
export const marks = (): Marking => {
  const own = getContext<Marking | undefined>(MARKING);
  return (seat) => own?.(seat) ?? markOf(seat);
};
