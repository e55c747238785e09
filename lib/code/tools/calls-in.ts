import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";

/** A call `tools.<name>({ … })` in the code of a tool. */
export type CallInCode = {
  name: string;
  /** Names of the fields of its argument; null if some are computed. */
  fields: string[] | null;
  /** Values of fields that are literals. */
  values: Record<string, string | number | boolean>;
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
  if (!node || node.name === ")") return { fields: [], values: {} };
  if (node.name !== "ObjectExpression") return { fields: null, values: {} };
  const fields: string[] = [];
  const values: CallInCode["values"] = {};
  let isOpen = node.getChildren("Spread").length > 0;
  for (const property of node.getChildren("Property")) {
    const key = property.getChild("PropertyDefinition");
    if (!key || property.getChild("Spread")) {
      isOpen = true;
      continue;
    }
    const field = textOf(key);
    fields.push(field);
    const value = property.lastChild && literalOf(property.lastChild, textOf);
    if (value !== undefined && value !== null) values[field] = value;
  }
  return { fields: isOpen ? null : fields, values };
}

function literalOf(
  node: SyntaxNode,
  textOf: (node: SyntaxNode) => string,
): string | number | boolean | undefined {
  const text = textOf(node);
  if (node.name === "BooleanLiteral") return text === "true";
  if (node.name === "Number") return Number.isNaN(Number(text)) ? undefined : Number(text);
  if ((node.name !== "String" && node.name !== "TemplateString") || node.getChild("Interpolation"))
    return undefined;
  return text.includes("\\") ? undefined : text.slice(1, -1);
}
