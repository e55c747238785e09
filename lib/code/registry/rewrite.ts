import type { SyntaxNode, SyntaxNodeRef } from "@lezer/common";
import { parser } from "@lezer/javascript";

const WITH_JSX = parser.configure({ dialect: "ts jsx" });
const WITHOUT_JSX = parser.configure({ dialect: "ts" });

/** Returns the specifiers of all imports and exports of a TypeScript or JavaScript source. */
export function specifiersOf(source: string, path: string): string[] {
  const found: string[] = [];
  if (!SCRIPT.test(path)) return found;
  replaceSpecifiers(source, path, (specifier) => {
    found.push(specifier);
    return null;
  });
  return found;
}

const SCRIPT = /\.(?:[jt]sx?|mjs)$/;

type Change = { from: number; to: number; text: string };

/** Returns the specifier to write instead, or null to remove the import. */
export type Resolve = (specifier: string) => string | null;

/**
 * Replaces the specifier of every import and export of a TypeScript source. Turns `importModule("name")` into
 * a dynamic import, which other apps can bundle.
 */
export function replaceSpecifiers(source: string, path: string, resolve: Resolve): string {
  const changes: Change[] = [];
  const tree = (/\.m?ts$/.test(path) ? WITHOUT_JSX : WITH_JSX).parse(source);
  tree.iterate({
    enter(node) {
      if (node.name === "String") changes.push(...changesAt(node, source, resolve));
    },
  });
  let text = source;
  for (const { from, to, text: replacement } of changes.sort((a, b) => b.from - a.from))
    text = text.slice(0, from) + replacement + text.slice(to);
  return text;
}

function changesAt({ node, from, to }: SyntaxNodeRef, source: string, resolve: Resolve): Change[] {
  const { parent } = node;
  const specifier = source.slice(from + 1, to - 1);
  if (parent?.name === "ImportDeclaration" || parent?.name === "ExportDeclaration") {
    // The local name of `import { "a-b" as c }` is in a group, so this string is the specifier.
    const resolved = resolve(specifier);
    if (resolved === null) return [{ from: parent.from, to: parent.to, text: "" }];
    return [{ from, to, text: JSON.stringify(resolved) }];
  }
  if (parent?.name === "DynamicImport") return renamed(from, to, resolve(specifier));
  const name = parent?.name === "ArgList" ? calleeOf(parent, source) : undefined;
  if (name === undefined || parent?.getChildren("String").length !== 1) return [];
  const callee: Change = { from: name.from, to: name.to, text: "import" };
  return [callee, ...renamed(from, to, resolve(specifier))];
}

const renamed = (from: number, to: number, resolved: string | null): Change[] =>
  resolved === null ? [] : [{ from, to, text: JSON.stringify(resolved) }];

function calleeOf(args: SyntaxNode, source: string): SyntaxNode | undefined {
  const callee = args.parent?.name === "CallExpression" ? args.parent.firstChild : null;
  return callee?.name === "VariableName" && source.slice(callee.from, callee.to) === "importModule"
    ? callee
    : undefined;
}
