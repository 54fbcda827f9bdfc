/** The parts of a message that are the same in every game; the schema of each game holds them. */
import type { Act, Over, Question, Refused, Told } from "../types/talon.d.ts";
import type { Places } from "./things.ts";

export type { Act, Over, Question, Refused, Told };

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
