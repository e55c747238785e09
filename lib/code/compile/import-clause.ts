import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";

export type ImportedName = readonly [name: string, local: string];
/** `isWhole`: the statement also imports or re-exports the whole module. */
export type ImportClause = { names: ImportedName[]; isWhole: boolean };

export function clauseOf(statement: string): ImportClause {
  const declaration = parser.parse(statement).topNode.getChild("ImportDeclaration");
  if (!declaration) return { names: [], isWhole: true };
  const textOf = ({ from, to }: SyntaxNode) => statement.slice(from, to);
  // The parser reports `import a, * as b` as a syntax error, although it is valid.
  const isWhole = declaration.getChild("Star") !== null || declaration.getChild("⚠") !== null;
  const local = declaration.firstChild?.nextSibling;
  const names: ImportedName[] = local?.name === "VariableDefinition" ? [["default", textOf(local)]] : [];
  for (let node = declaration.getChild("ImportGroup")?.firstChild; node; node = node.nextSibling) {
    if (node.prevSibling?.name !== "{" && node.prevSibling?.name !== ",") continue;
    if (node.name === "}") continue;
    const name = node.name === "String" ? JSON.parse(textOf(node)) : textOf(node);
    const alias = node.nextSibling?.name === "as" ? node.nextSibling.nextSibling : null;
    names.push([name, alias ? textOf(alias) : name]);
  }
  return { names, isWhole };
}
