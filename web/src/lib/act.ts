/** The parts of a message that are the same in every game; the schema of each game holds them. */
import type { Act, Over, Question, Refused, Told } from "../types/talon.d.ts";
import type { Places } from "./things.ts";

export type { Act, Over, Question, Refused, Told };

/** An answer that has no thing to click, in words: its game shows a box with the whole sentence. */
export const isOption = (act: Act): boolean => !act.things?.length && act.label.startsWith("Option ");

export interface PublicPart {
  step: string;
  asked: number[];
  places: Places;
  over?: Over | null;
}

export interface PrivatePart {
  seat: number;
  knows?: Places;
  question?: Question | null;
}

export interface Look {
  number: number;
  public: PublicPart;
  private?: PrivatePart | null;
  actions?: Act[];
}

export interface News {
  number: number;
  events: Told[];
  public: Record<string, unknown>;
  private?: Record<string, unknown> | null;
  actions?: Act[];
}
