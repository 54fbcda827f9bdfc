/** Pictures that only tables of Tailed Beasts use, besides those of every page. */
export const BEAST_ICONS = [
  // clans, the map and what lies on it
  "maple-leaf", "sand-castle", "wave-crest", "stone-tower", "lightning-trio", "pan-flute", "evil-moon", "castle", "crown",
  "cave-entrance", "paw-print", "mountains",
  // beasts
  "sniffing-dog", "salamander", "gorilla", "grasping-slug", "ram", "octopus", "sea-serpent", "rabbit-head", "turtle",
  "scorpion", "bull", "dragon-head", "spiked-dragon-head",
  // styles, icons of battle cards, tokens
  "fist", "scroll-unfurled", "third-eye", "death-skull", "sands-of-time", "healing", "shield-echoes", "domino-mask",
  "frozen-block", "poison-bottle", "crossed-chains", "scroll-quill", "two-shadows",
  // action cards
  "walking-boot", "rally-the-troops", "wooden-sign", "sword-brandish", "shaking-hands", "spears", "smoke-bomb", "cancel",
  "mountain-road", "medical-pack", "upgrade", "water-drop", "star-medal", "toolbox", "spyglass", "path-distance",
  "pitchfork", "bandage-roll", "caltrops", "swap-bag", "dice-eight-faces-eight", "receive-money", "fishing-boat",
  "lightning-bow", "snowflake-1", "treasure-map", "archive-research", "vertical-banner", "queen-crown", "card-play",
  // battle cards, by what their people do
  "visored-helm", "barbute", "monk-face", "wizard-face", "pirate-captain", "ship-wheel", "book-cover", "quill-ink",
  "gavel", "locked-chest", "hood", "ninja-heroic-stance", "executioner-hood", "drum", "sing", "theater-curtains",
  "crystal-ball", "angel-wings", "golem-head", "hunting-horn", "wheat", "hammer-nails", "mining", "king",
  "watchtower", "herbs-bundle", "ghost", "jester-hat", "caesar", "public-speaker", "graduate-cap", "stone-wall",
  "spider-alt", "flame", "horse-head", "prisoner", "shop", "bread", "laurels",
] as const;

export type BeastIcon = (typeof BEAST_ICONS)[number];
