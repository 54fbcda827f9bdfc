/** What a person has set, kept in the browser. */
type Pace = "calm" | "quick" | "off";
export type Confirm = "never" | "secret" | "always"; // secret: secret choices at a table with other people

class Settings {
  sound = $state(read("sound", "on") === "on");
  pace = $state<Pace>(read("pace", "calm") as Pace);
  confirm = $state<Confirm>(read("ask again", "secret") as Confirm);
  quiet = $state(read("quiet", "on") === "on"); // pass by itself where nothing fits
  tips = $state(read("tips", "on") === "on"); // what a newcomer needs to know, in the first round
  counted = $state(read("counted", "off") === "on"); // may games against bots be counted in figures?
  held = $state(read("held", "no") === "yes"); // has ever read a card by holding it

  constructor() {
    $effect.root(() => {
      $effect(() => localStorage.setItem("sound", this.sound ? "on" : "off"));
      $effect(() => localStorage.setItem("pace", this.pace));
      $effect(() => localStorage.setItem("ask again", this.confirm));
      $effect(() => localStorage.setItem("quiet", this.quiet ? "on" : "off"));
      $effect(() => localStorage.setItem("tips", this.tips ? "on" : "off"));
      $effect(() => localStorage.setItem("held", this.held ? "yes" : "no"));
      $effect(() => localStorage.setItem("counted", this.counted ? "on" : "off"));
    });
  }

  /** How long a finished trick or battle stays in the middle before the next card comes, in milliseconds. */
  get linger(): number {
    return { calm: 1300, quick: 600, off: 0 }[this.pace];
  }

  /** How long a card travels, in milliseconds. */
  get travel(): number {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
    return { calm: 250, quick: 120, off: 0 }[this.pace];
  }
}

function read(name: string, usual: string): string {
  return localStorage.getItem(name) ?? usual;
}

export const settings = new Settings();
