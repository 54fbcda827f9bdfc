/** Writes src/types/*.d.ts from the JSON Schema that `bestiary schema` prints. They are generated, never edited. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const bestiary = process.env.BESTIARY ?? "../.venv/bin/bestiary";
const NAMES = ["talon", "claw", "prey", "beasts", "server"];

mkdirSync("src/types", { recursive: true });
for (const name of NAMES) {
  const schema = JSON.parse(execFileSync(bestiary, ["schema", name], { maxBuffer: 1 << 26, encoding: "utf8" }));
  delete schema.properties.action; // actions travel as numbers
  schema.title = "Messages";
  const types = await compile(schema, "Messages", { bannerComment: `/* From \`bestiary schema ${name}\`. */`, additionalProperties: false, style: { singleQuote: false } });
  writeFileSync(`src/types/${name}.d.ts`, types);
}
