import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { init, parse } from "es-module-lexer";
import { clauseOf } from "./import-clause";

/** Literals in the code of a component. `isOpen`: it also computes queries or keys at run time. */
export type NamedUses = {
  queries: string[];
  state: string[];
  callsTool: boolean;
  asksModel: boolean;
  isOpen: boolean;
};

/** Returns the queries and keys of state that a compiled component names as literals. */
export async function namedUsesOf(js: string): Promise<NamedUses> {
  await init();
  const [imports] = parse(js);
  const uses = {
    queries: new Set<string>(),
    state: new Set<string>(),
    callsTool: false,
    asksModel: false,
    isOpen: false,
  };
  const tree = parser.parse(js);
  for (const each of imports) {
    if (each.type === "import-meta" || each.specifier !== "easel") continue;
    const { names, isWhole } = clauseOf(js.slice(each.importStart, each.end + 1));
    if (isWhole) uses.isOpen = uses.asksModel = true;
    for (const [name, local] of names) {
      if (name === "callTool") uses.callsTool = true;
      if (name === "askModel") uses.asksModel = true;
      if (!["useQuery", "useTable", "useAgentState"].includes(name)) continue;
      tree.iterate({
        enter: ({ node }) => {
          if (node.name !== "VariableName" || js.slice(node.from, node.to) !== local) return;
          const found = literalUse(name, node, js);
          if (found === undefined) uses.isOpen = true;
          else (name === "useAgentState" ? uses.state : uses.queries).add(found);
        },
      });
    }
  }
  return { ...uses, queries: [...uses.queries], state: [...uses.state] };
}

/** Returns the query or the key of a call; undefined if it is not a literal. */
function literalUse(name: string, node: SyntaxNode, js: string): string | undefined {
  const call = node.parent?.name === "CallExpression" && node.prevSibling === null ? node.parent : null;
  const [first, second] = argumentsOf(call?.getChild("ArgList") ?? null);
  const text = textOf(first, js);
  if (text === undefined || name !== "useTable") return text;
  const from = `SELECT * FROM "${text.replaceAll('"', '""')}"`;
  if (!second) return from;
  const options = optionsOf(second, js);
  if (!options) return undefined;
  const { where, orderBy } = options;
  return `${from}${where ? ` WHERE ${where}` : ""}${orderBy ? ` ORDER BY ${orderBy}` : ""}`;
}

function argumentsOf(list: SyntaxNode | null): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let node = list?.firstChild ?? null; node; node = node.nextSibling)
    if (!["(", ")", ","].includes(node.name) && !node.name.endsWith("Comment")) found.push(node);
  return found;
}

/** Returns the literal options of `useTable`; null if one is computed. */
function optionsOf(node: SyntaxNode, js: string): Record<string, string> | null {
  if (node.name !== "ObjectExpression") return null;
  const options: Record<string, string> = {};
  for (const property of node.getChildren("Property")) {
    const key = property.getChild("PropertyDefinition");
    const name = key && js.slice(key.from, key.to);
    if (!name) return null;
    if (name === "params") continue;
    const text = textOf(property.lastChild ?? undefined, js);
    if (text === undefined) return null;
    options[name] = text;
  }
  return node.getChild("Spread") ? null : options;
}

function textOf(node: SyntaxNode | undefined, js: string): string | undefined {
  if (node?.name !== "String" && node?.name !== "TemplateString") return undefined;
  if (node.getChild("Interpolation")) return undefined;
  const text = js.slice(node.from, node.to);
  if (!text.includes("\\")) return text.slice(1, -1);
  if (!text.startsWith('"')) return undefined;
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}
