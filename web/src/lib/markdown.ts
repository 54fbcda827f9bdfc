/** The marks that our rules use, as data: paragraphs, lists, tables, headings; bold, italics and code within them. */
export type Block =
  | { kind: "text" | "heading"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] };

export interface Span {
  kind: "plain" | "bold" | "italic" | "code";
  text: string;
}

const cells = (line: string) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  for (const part of text.split(/\n{2,}/)) {
    const lines = part.split("\n");
    if (lines[0]?.startsWith("|")) {
      const [head = [], , ...rows] = lines.map(cells);
      found.push({ kind: "table", head, rows });
    } else if (/^([-*]|\d+\.) /.test(lines[0] ?? "")) {
      found.push({ kind: "list", items: part.split(/\n(?=(?:[-*]|\d+\.) )/).map((item) => item.replace(/^([-*]|\d+\.) /, "").replace(/\n\s*/g, " ")) });
    } else if (part.startsWith("#")) found.push({ kind: "heading", text: part.replace(/^#+ /, "") });
    else if (part.trim()) found.push({ kind: "text", text: lines.join(" ") });
  }
  return found;
}

export function spans(text: string): Span[] {
  const plain = text.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");
  return plain.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*)/).filter(Boolean).map((part) => {
    if (part.startsWith("**")) return { kind: "bold", text: part.slice(2, -2) };
    if (part.startsWith("`")) return { kind: "code", text: part.slice(1, -1) };
    if (part.startsWith("*") && part.length > 2) return { kind: "italic", text: part.slice(1, -1) };
    return { kind: "plain", text: part };
  });
}
