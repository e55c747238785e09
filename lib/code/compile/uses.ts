import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { init, parse } from "es-module-lexer";
import type { CodeUses, Use } from "@/lib/shared/components/access";
import { clauseOf } from "./import-clause";

/**
 * The exports of "easel" that request something from the server, with the kind that their first argument
 * names.
 */
const SERVER_CALLS: Record<string, Use["kind"]> = {
  useQuery: "query",
  useTable: "table",
  callAgentTool: "tool",
  useFile: "file",
  askModel: "model",
};
const ALL: Use["kind"][] = ["query", "table", "tool", "file", "model"];

/**
 * Returns which queries, tables, tools and files a compiled component uses, by the first arguments of its
 * calls. Adds the kind to `open` if the name is known only at run time: the argument is not a literal, or the
 * export is used other than in a call. Expects names that the compiler has resolved.
 */
export async function usesOf(js: string): Promise<CodeUses> {
  await init();
  const [imports] = parse(js);
  const found = new Map<string, Use>();
  const open = new Set<Use["kind"]>();
  let tree: Tree | undefined;
  for (const each of imports) {
    if (each.type === "import-meta") continue;
    const isUnknown = each.type === "dynamic" && each.specifier === undefined;
    if (!isUnknown && each.specifier !== "easel") continue;
    const clause =
      each.type === "static"
        ? clauseOf(js.slice(each.importStart, each.end + 1))
        : { names: [], isWhole: true };
    if (clause.isWhole || clause.names.some(([name]) => name === "importModule"))
      for (const kind of ALL) open.add(kind);
    for (const [name, local] of clause.names) {
      const kind = SERVER_CALLS[name];
      if (!kind) continue;
      tree ??= parser.parse(js);
      const { literals, isOpen } = argumentsOf(local, js, tree);
      if (kind === "query" || kind === "model") found.set(kind, { kind });
      else for (const text of literals) found.set(`${kind}:${text}`, { kind, name: text });
      if (isOpen && kind !== "query" && kind !== "model") open.add(kind);
    }
  }
  // A component that uses a table can also read, so add the use "query".
  if ([...found.values()].some(({ kind }) => kind === "table") || open.has("table"))
    found.set("query", { kind: "query" });
  open.delete("query");
  open.delete("model");
  return { uses: [...found.values()], open: [...open] };
}

/**
 * Returns the literal first arguments of all calls of `local`. `isOpen` is true if `local` is also used in
 * another way, or if the code has syntax errors.
 */
function argumentsOf(local: string, js: string, tree: Tree): { literals: string[]; isOpen: boolean } {
  const literals: string[] = [];
  let isOpen = false;
  tree.iterate({
    enter({ type, from, to, node }) {
      if (type.isError) isOpen = true;
      // The shorthand property in `{ name }` also uses the variable.
      const isName = type.name === "VariableName" || type.name === "PropertyDefinition";
      if (!isName || js.slice(from, to) !== local) return;
      if (type.name === "PropertyDefinition" && node.nextSibling !== null) return;
      if (node.parent?.name === "ImportGroup") return;
      const text = literalIn(node, js);
      if (text === undefined) isOpen = true;
      else literals.push(text);
    },
  });
  return { literals, isOpen };
}

function literalIn(name: SyntaxNode, js: string): string | undefined {
  const call = name.parent?.name === "CallExpression" && name.prevSibling === null ? name.parent : null;
  const first = call?.getChild("ArgList")?.firstChild?.nextSibling;
  if (first?.name !== "String" && first?.name !== "TemplateString") return undefined;
  if (first.getChild("Interpolation")) return undefined;
  const text = js.slice(first.from, first.to);
  if (!text.includes("\\")) return text.slice(1, -1);
  return text.startsWith('"') ? JSON.parse(text) : undefined;
}
