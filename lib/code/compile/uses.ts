import { init, parse } from "es-module-lexer";
import type { CodeUses, Use } from "@/lib/shared/components/access";
import { importedNames } from "./imports";

/** What of the module "easel" leads to the server, and what its first argument names. */
const WAYS: Record<string, Use["kind"]> = {
  useQuery: "query",
  useTable: "table",
  callAgentTool: "tool",
  useFile: "file",
};
const ALL: Use["kind"][] = ["query", "table", "tool", "file"];

/** A text of its own as the compiler writes it, with what follows the first argument of a call. */
const LITERAL = String.raw`\(\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\x60(?:[^\x60\\$]|\\.)*\x60)\s*[,)]`;

/**
 * What a compiled component uses of the server. Names are those that the compiler has resolved; an argument that is no
 * literal, and every use that is no call, counts as one that is known only while it runs.
 */
export async function usesOf(js: string): Promise<CodeUses> {
  await init();
  const [imports] = parse(js);
  const found = new Map<string, Use>();
  const open = new Set<Use["kind"]>();
  for (const each of imports) {
    if (each.type === "import-meta") continue;
    if (each.type === "dynamic" && (each.specifier === undefined || each.specifier === "easel"))
      for (const kind of ALL) open.add(kind);
    if (each.type !== "static" || each.specifier !== "easel") continue;
    const names = importedNames(js.slice(each.importStart, each.importEnd));
    // The whole module under one name.
    if (names === undefined || names.some(([name]) => name === "importModule"))
      for (const kind of ALL) open.add(kind);
    for (const [name, local] of names ?? []) {
      const kind = WAYS[name];
      if (!kind) continue;
      const { texts, isOpen } = argumentsOf(local, js);
      if (kind === "query") found.set(kind, { kind });
      else for (const text of texts) found.set(`${kind}:${text}`, { kind, name: text });
      if (isOpen && kind !== "query") open.add(kind);
    }
  }
  // Who changes tables reads them.
  if ([...found.values()].some(({ kind }) => kind === "table") || open.has("table"))
    found.set("query", { kind: "query" });
  open.delete("query");
  return { uses: [...found.values()], open: [...open] };
}

function argumentsOf(local: string, js: string): { texts: string[]; isOpen: boolean } {
  const word = `(?<![\\w$.])${local.replaceAll("$", "\\$")}(?![\\w$])`;
  // One of them is the import itself.
  const uses = [...js.matchAll(new RegExp(word, "g"))].length - 1;
  const texts = [...js.matchAll(new RegExp(word + LITERAL, "g"))].flatMap(([, text = ""]) => textOf(text));
  return { texts, isOpen: texts.length < uses };
}

function textOf(literal: string): string[] {
  const inner = literal.slice(1, -1);
  if (!inner.includes("\\")) return [inner];
  if (literal[0] !== '"') return [];
  try {
    return [JSON.parse(literal)];
  } catch {
    return [];
  }
}
