/** The icons that the page uses, cut out of the game-icons package at build time into one sprite. */
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { ICONS } from "../src/look/icons.ts";

const NAME = "virtual:game-icons";

interface Collection {
  icons: Record<string, { body: string }>;
  aliases?: Record<string, { parent: string }>;
}

export function gameIcons(): Plugin {
  return {
    name: "game-icons",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const all = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json") as Collection;
      const symbols = ICONS.map((name) => {
        const icon = all.icons[name] ?? all.icons[all.aliases?.[name]?.parent ?? ""];
        if (!icon) throw new Error(`game-icons has no icon '${name}' (src/look/icons.ts)`);
        return `<symbol id="g-${name}" viewBox="0 0 512 512">${icon.body}</symbol>`;
      });
      return `export default ${JSON.stringify(symbols.join(""))}`;
    },
  };
}
