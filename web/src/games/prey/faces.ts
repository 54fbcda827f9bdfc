/** Pictures of Prey's animals by the book's key; an animal without one shows its suit's shape. */
import { ICONS, type IconName } from "../../look/icons.ts";
import type { Ink, ShapeName } from "../../look/shapes.ts";
import type { Book, Card, Suit } from "../../types/prey.d.ts";

const PICTURES: Record<string, IconName> = {
  "red-fox": "fox", lynx: "lynx-head", wolf: "wolf-howl", lion: "lion", tiger: "tiger-head", "polar-bear": "polar-bear",
  raccoon: "raccoon-head", jackal: "hyena-head", leopard: "saber-toothed-cat-head", cheetah: "cat", weasel: "beaver", mongoose: "fox-head",
  hummingbird: "hummingbird", swallow: "swallow", raven: "raven", pigeon: "dove", pelican: "eating-pelican", gull: "bird-limb", magpie: "egyptian-bird",
  "golden-eagle": "eagle-head", peregrine: "hawk-emblem", "eagle-owl": "owl", quail: "kiwi-bird", cuckoo: "nest-birds",
  rabbit: "rabbit", "field-mouse": "seated-mouse", armadillo: "armadillo", toad: "frog", "slow-worm": "snake", mole: "mole", badger: "badger",
  marmot: "squirrel", shrew: "rat", meerkat: "hedgehog", polecat: "gecko", "tasmanian-devil": "bear-head",
  gazelle: "deer-head", ibex: "goat", zebra: "horse-head", llama: "camel-head", reindeer: "deer", warthog: "boar", giraffe: "camel", moose: "stag-head",
  elephant: "elephant", rhinoceros: "rhinoceros-horn", "cape-buffalo": "buffalo-head", hippopotamus: "pig-face",
};

export function pictureOf(card: Card): IconName | undefined {
  return PICTURES[card.icon] ?? ICONS.find((name) => name === card.icon);
}

export function cardOf(book: unknown, id: string): Card | undefined {
  return (book as Book | null)?.cards.find((card) => card.id === id);
}

export function suitOf(book: unknown, id: string): Suit | undefined {
  return (book as Book | null)?.suits.find((suit) => suit.id === id);
}

export const shapeOf = (suit: Suit): ShapeName => suit.shape as ShapeName;
export const inkOf = (suit: Suit): Ink => suit.ink as Ink;
