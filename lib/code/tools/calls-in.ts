import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";

/** A call `tools.<name>({ … })` in the code of a tool. */
export type CallInCode = {
  name: string;
  /** Names of the fields of its argument; null if some are computed. */
  fields: string[] | null;
  /** Values of fields that are literal texts. */
  texts: Record<string, string>;
};

/** Returns the calls of other tools that code names as literals. */
export function toolCallsIn(code: string): CallInCode[] {
  const { topNode } = parser.configure({ dialect: "ts" }).parse(code);
  const textOf = (node: SyntaxNode) => code.slice(node.from, node.to);
  const found: CallInCode[] = [];
  topNode.cursor().iterate(({ name, node }) => {
    if (name !== "CallExpression") return;
    const callee = node.firstChild;
    const object = callee?.name === "MemberExpression" ? callee.firstChild : null;
    const property = callee?.getChild("PropertyName");
    if (object?.name !== "VariableName" || textOf(object) !== "tools" || !property) return;
    const first = node.getChild("ArgList")?.firstChild?.nextSibling ?? null;
    found.push({ name: textOf(property), ...argumentOf(first, textOf) });
  });
  return found;
}

function argumentOf(node: SyntaxNode | null, textOf: (node: SyntaxNode) => string): Omit<CallInCode, "name"> {
  if (!node || node.name === ")") return { fields: [], texts: {} };
  if (node.name !== "ObjectExpression") return { fields: null, texts: {} };
  const fields: string[] = [];
  const texts: Record<string, string> = {};
  let isOpen = node.getChildren("Spread").length > 0;
  for (const property of node.getChildren("Property")) {
    const key = property.getChild("PropertyDefinition");
    if (!key || property.getChild("Spread")) {
      isOpen = true;
      continue;
    }
    const field = textOf(key);
    fields.push(field);
    const text = property.lastChild && literalOf(property.lastChild, textOf);
    if (text !== undefined && text !== null) texts[field] = text;
  }
  return { fields: isOpen ? null : fields, texts };
}

function literalOf(node: SyntaxNode, textOf: (node: SyntaxNode) => string): string | undefined {
  if ((node.name !== "String" && node.name !== "TemplateString") || node.getChild("Interpolation"))
    return undefined;
  const text = textOf(node);
  return text.includes("\\") ? undefined : text.slice(1, -1);
}
