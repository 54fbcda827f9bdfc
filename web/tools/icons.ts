/** The icons that the page uses, cut out of the game-icons package at build time: one sprite for every page, and one for
 * a game whose pictures only its own table loads. */
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { BEAST_ICONS } from "../src/games/beasts/icons.ts";
import { ICONS } from "../src/look/icons.ts";

const SPRITES: Record<string, readonly string[]> = { "virtual:game-icons": ICONS, "virtual:game-icons/beasts": BEAST_ICONS };

interface Collection {
  icons: Record<string, { body: string }>;
  aliases?: Record<string, { parent: string }>;
}

export function gameIcons(): Plugin {
  return {
    name: "game-icons",
    resolveId: (id) => (id in SPRITES ? `\0${id}` : undefined),
    load(id) {
      const names = SPRITES[id.slice(1)];
      if (!names) return undefined;
      const all = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json") as Collection;
      const symbols = names.map((name) => {
        const icon = all.icons[name] ?? all.icons[all.aliases?.[name]?.parent ?? ""];
        if (!icon) throw new Error(`game-icons has no icon '${name}' (src/look/icons.ts or src/games/*/icons.ts)`);
        return `<symbol id="g-${name}" viewBox="0 0 512 512">${icon.body}</symbol>`;
      });
      return `export default ${JSON.stringify(symbols.join(""))}`;
    },
  };
}
