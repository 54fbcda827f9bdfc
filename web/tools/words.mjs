/** Sentences stand in src/lib/words.ts and words.beasts.ts or come from the server: names every other one that a template holds. */
import { readFileSync, readdirSync } from "node:fs";
import { parse } from "svelte/compiler";

const SPOKEN = new Set(["aria-label", "title", "placeholder", "alt"]);
const NAMES = /^(Bestiary|game-icons\.net|CC BY 3\.0)$/;
const found = [];

function look(file, node, speaks) {
  if (!node || typeof node !== "object") return;
  if (Array.isArray(node)) return node.forEach((each) => look(file, each, speaks));
  if (node.type === "RegularElement" && (node.name === "style" || node.name === "code")) return look(file, node.attributes, false);
  if (node.type === "Attribute") return look(file, node.value, SPOKEN.has(node.name));
  const text = node.type === "Text" ? node.data.trim() : "";
  if (speaks && /\p{L}{2}/u.test(text) && !NAMES.test(text)) found.push(`${file}: ${text}`);
  if (node.type === "ExpressionTag" && speaks) return;
  for (const [key, value] of Object.entries(node)) if (key !== "metadata" && key !== "parent") look(file, value, speaks);
}

const files = readdirSync("src", { recursive: true }).filter((name) => name.endsWith(".svelte"));
for (const file of files.map((name) => `src/${name}`)) look(file, parse(readFileSync(file, "utf8"), { modern: true }).fragment, true);
if (found.length) {
  console.error(`These stand in no message file (src/lib/words.ts; for Tailed Beasts src/lib/words.beasts.ts):\n${found.join("\n")}`);
  process.exit(1);
}
