/** What the book prints, found by name; and the pictures that go with it. */
import type { TableState } from "../../lib/table.svelte.ts";
import { WORDS } from "../../lib/words.ts";
import type { Mark } from "../../look/sigils.ts";
import type { IconName } from "../../look/icons.ts";
import type { ShapeName } from "../../look/shapes.ts";
import type { ActionCard, BattleCard, Beast, Book, Clan, EventCard, Field, Private, Public, Specialty, Token, Track, Unit } from "../../types/beasts.d.ts";
import type { BeastIcon } from "./icons.ts";

export type Picture = IconName | BeastIcon;

export interface Index {
  book: Book;
  cards: Map<string, BattleCard>;
  actions: Map<string, ActionCard>;
  specialties: Map<string, Specialty>;
  events: Map<string, EventCard>;
  beasts: Map<string, Beast>;
  units: Map<string, Unit>;
  tokens: Map<string, Token>;
  tracks: Map<string, Track>;
  fields: Map<string, Field>;
}

const made = new WeakMap<object, Index>();
const byId = <T extends { id: string }>(all: T[]) => new Map(all.map((each) => [each.id, each]));

export function bookOf(table: TableState): Index {
  const book = table.book as Book;
  let found = made.get(book);
  if (!found) {
    found = {
      book, cards: byId(book.cards), actions: byId(book.actions), specialties: byId(book.specialties), events: byId(book.events),
      beasts: byId(book.beasts), units: byId(book.units), tokens: byId(book.tokens), tracks: byId(book.tracks), fields: byId(book.fields),
    };
    made.set(book, found);
  }
  return found;
}

export const publicOf = (table: TableState) => table.look.public as unknown as Public;
export const privateOf = (table: TableState) => table.look.private as unknown as Private | null | undefined;

const clans = new WeakMap<TableState, (Clan | undefined)[]>();

/** Clans are dealt before anything is seen and stay: what is drawn with them need not be looked at when news come. */
export function clanOf(table: TableState, seat: number): Clan | undefined {
  let found = clans.get(table);
  if (!found?.length) clans.set(table, (found = publicOf(table).seats.map((each) => bookOf(table).book.clans[each.clan])));
  return found[seat];
}

export function nameOf(table: TableState, seat: number): string {
  return seat === table.seat ? WORDS.you : (table.people[seat]?.name ?? WORDS.seat(seat));
}

const CLAN_PICTURES: Record<string, Picture> = {
  leaf: "maple-leaf", triangle: "sand-castle", drop: "wave-crest", square: "stone-tower", lozenge: "lightning-trio",
  hexagon: "pan-flute", moon: "evil-moon",
};

/** The sign of a player is that of the clan. */
export function clanMark(table: TableState, seat: number): Mark | undefined {
  const clan = clanOf(table, seat);
  return clan && marked(clan);
}

const signs = new WeakMap<Clan, Mark>();

function marked(clan: Clan): Mark {
  const found = signs.get(clan) ?? {
    colour: `var(--${clan.ink})`, ink: `var(--on-${clan.ink})`, shape: clan.shape as ShapeName,
    beast: CLAN_PICTURES[clan.shape] ?? "castle",
  };
  signs.set(clan, found);
  return found;
}

export const inkOf = (table: TableState, seat: number): string => {
  const clan = clanOf(table, seat);
  return clan ? `--c:var(--${clan.ink});--on:var(--on-${clan.ink})` : "";
};

const BEAST_PICTURES: Record<string, Picture> = {
  "1a": "sniffing-dog", "2a": "fox-head", "3a": "salamander", "4a": "gorilla", "5a": "horse-head", "6a": "grasping-slug",
  "7a": "hawk-emblem", "8a": "octopus", "9a": "fox", "10a": "sea-serpent",
  "1b": "rabbit-head", "2b": "hyena-head", "3b": "turtle", "4b": "goat", "5b": "heron", "6b": "scorpion",
  "7b": "bear-head", "8b": "bull", "9b": "snake", "10b": "spiked-dragon-head",
};
export const beastPicture = (id: string): Picture => BEAST_PICTURES[id] ?? "paw-print";

const ACTION_PICTURES: Record<string, Picture> = {
  travel: "walking-boot", muster: "rally-the-troops", petition: "scroll-quill", drill: "sword-brandish", hire: "shaking-hands",
  war: "crossed-swords", vanguard: "spears", reinforce: "shield-echoes", "smoke-screen": "smoke-bomb", counterseal: "cancel",
  pathfinder: "mountain-road", "field-medic": "medical-pack", upgrade: "upgrade", purify: "water-drop", specialty: "star-medal",
  "odd-jobs": "toolbox", spyglass: "spyglass", "side-path": "path-distance", militia: "pitchfork", stretchers: "bandage-roll",
  caltrops: "caltrops", bribe: "swap-bag", "loaded-die": "dice-eight-faces-eight", "double-pay": "receive-money",
  "night-ferry": "fishing-boat", "nerve-dart": "lightning-bow", "cold-snap": "snowflake-1", "venom-jar": "poison-bottle",
  "decoy-scroll": "scroll-unfurled", surveyor: "treasure-map", "old-notes": "archive-research", "last-stand": "vertical-banner",
  "binding-seal": "crossed-chains", "palace-coup": "queen-crown", "iron-discipline": "visored-helm",
};
export const actionPicture = (id: string): Picture => ACTION_PICTURES[id] ?? "card-play";

const TOKEN_PICTURES: Record<string, Picture> = {
  mask: "domino-mask", bolt: "lightning-trio", snowflake: "frozen-block", drop: "poison-bottle", chain: "crossed-chains",
  scroll: "two-shadows",
};
export const tokenPicture = (token: Token | undefined): Picture => TOKEN_PICTURES[token?.icon ?? ""] ?? "card-play";

/** Words of a role that say which picture fits; the first that is found counts. */
const ROLES: [RegExp, Picture][] = [
  [/heal|nurse|surg|medic|midwife|herbal|apothec|mender|stretcher|alchem/, "herbs-bundle"],
  [/king|queen|emper|empress|sovereign|sultan|duke|duch|prince|throne|high chief|consort|bride|margrave|burgrave/, "king"],
  [/general|marshal|admiral|commodore|strateg|conquer|condott|captain/, "caesar"],
  [/corsair|pirate|privateer|smuggl|wrecker|whaler|harpoon/, "pirate-captain"],
  [/ship|pilot|helms|deck|bosun|harbour|barge|raft|boat|crew|diver|steved|chart/, "ship-wheel"],
  [/clerk|scribe|copy|regist|notar|author|archiv|almanac|broker|agent|reeve/, "quill-ink"],
  [/librar|scholar|sage|tutor|map|carto|survey/, "book-cover"],
  [/teacher|apprent|journey|adept|acolyte/, "graduate-cap"],
  [/judge|magistr|gavel|arbiter|umpire|bailiff|lawgiv|chancel|council|censor|constable|legate|governor|castellan/, "gavel"],
  [/bank|lender|usur|treasur|money|pay|financ|credit|merchant|book|collector|toll|guild|insur|auction|broker|weigh/, "locked-chest"],
  [/thief|spy|rogue|fence|forger|cutthroat|card sharp|gambl|lock|poach|outlaw|trickster/, "hood"],
  [/assass|ninja|avenger|poison/, "ninja-heroic-stance"],
  [/execut|headsman|jailer|turnkey|inquis|destroy|scourge|reaver|maraud|calamity|devour/, "executioner-hood"],
  [/drum|pip|flut|compos|conduct|sing|siren/, "drum"],
  [/act|stage|prompt|danc|prima|show|puppet|understudy|critic|illusion|mimic|hypno/, "theater-curtains"],
  [/juggl|jest|bark/, "jester-hat"],
  [/seer|oracle|fortune|astrol|sibyl|dream|prophet|harus|weather/, "crystal-ball"],
  [/witch|mage|warlock|hexer|necro|druid|moon/, "wizard-face"],
  [/monk|priest|abb|nun|saint|prior|hermit|anchor|heretic|heresi|pilgrim|martyr|beadle|sexton|idol/, "monk-face"],
  [/giant|golem|colossus|titan|behemoth/, "golem-head"],
  [/husk|revenant|ghost|mourn|grave/, "ghost"],
  [/hunt|track|tamer|falcon|trap|beat|hound|dog|giantkill|bounty/, "hunting-horn"],
  [/rider|lancer|stable|farrier|pack animal|drover|ox|carter/, "horse-head"],
  [/smith|carp|build|engineer|sapper|mason|carver|wright|weav|tann|furr|artisan|saw/, "hammer-nails"],
  [/min|stonecut|dows/, "mining"],
  [/guard|watch|sentr|lookout|warden|keeper|gate|sentinel|observ/, "watchtower"],
  [/wall|shield/, "stone-wall"],
  [/herald|speak|envoy|ambass|crier|mess|recruit|gossip|news|mediat|peace/, "public-speaker"],
  [/standard|levy|rally/, "vertical-banner"],
  [/inn|host|cook|brew|guest|steward|chamber|chandler|almon/, "bread"],
  [/farm|mill|thresh|shepherd|herds|straw|labour|wood|sweep|wash|port/, "wheat"],
  [/box|wrestl/, "fist"],
  [/arson|stoker|lamp/, "flame"],
  [/champion|duel|sword|fenc|knight|warrior|paragon|spear|merc|sell|body|escort|rear/, "visored-helm"],
];
const roles = new Map<string, Picture>();

export function cardPicture(card: BattleCard): Picture {
  const role = card.role ?? "";
  let found = roles.get(role);
  if (!found) roles.set(role, (found = ROLES.find(([word]) => word.test(role))?.[1] ?? "barbute"));
  return found;
}

export const STYLE_PICTURES: readonly Picture[] = ["fist", "scroll-unfurled", "third-eye"];
export const STYLE_INKS = ["var(--tai)", "var(--nin)", "var(--gen)"] as const;

/** What stands at the seat of a card's tier: 1 to 5 for clan cards, allies by their own tiers. */
export function tierOf(card: BattleCard): number {
  return { rare: 3, epic: 4, legendary: 5 }[card.back ?? ""] ?? card.tier;
}
