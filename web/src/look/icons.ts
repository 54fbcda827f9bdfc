/** Every game-icons picture that the page uses; the build cuts these out of the package. */
export const ICONS = [
  "armadillo", "badger", "bear-head", "beaver", "bird-claw", "bird-limb", "boar", "bow-arrow", "broadsword",
  "buffalo-head", "camel", "camel-head", "cat", "crossed-swords", "deer", "deer-head", "dove", "eagle-head",
  "eating-pelican", "egyptian-bird", "elephant", "fishing-net", "fox", "fox-head", "frog", "gecko", "goat",
  "hawk-emblem", "hedgehog", "heron", "horse-head", "hummingbird", "hydra", "hyena-head", "kiwi-bird",
  "lantern-flame", "laurel-crown", "lion", "lynx-head", "mole", "moon", "nest-birds", "owl", "pig-face", "polar-bear",
  "rabbit", "raccoon-head", "ram-profile", "rat", "raven", "rhinoceros-horn", "saber-toothed-cat-head",
  "seated-mouse", "shield", "snake", "squirrel", "stag-head", "sun", "swallow", "sword-clash", "tiger-head",
  "two-coins", "velociraptor", "wolf-head", "wolf-howl",
] as const;

export type IconName = (typeof ICONS)[number];
