// Finds which file names which, with the parser. Used by the check of imports and the statistics.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { type ParserPlugin, parse } from "@babel/parser";

const ENDINGS = ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"];

export const files = globSync("{instrumentation,{app,components,lib,bin,drizzle,e2e}/**/*}.{ts,tsx,mjs}", {
  exclude: ["**/node_modules/**", "e2e/components/**"],
}).map((file) => normalize(file));
const knownFiles = new Set(files);

export const textOf = (file: string): string => readFileSync(file, "utf8");
export const isOfTests = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file);
/**
 * Returns the module of a file: `lib/agent/loop` for `lib/agent/loop/turn.ts`, the wing for a file directly in
 * it, null outside of lib and components. `lib/shared` is one module.
 */
export const moduleOf = (file: string): string | null =>
  /^(lib\/shared|(?:components|lib)\/[^/]+\/[^/]+(?=\/)|(?:components|lib)\/[^/]+(?=\/))/.exec(file)?.[1] ??
  null;

export type Node = {
  type: string;
  loc?: { start: { line: number }; end: { line: number } };
  value?: unknown;
};

export function walk(file: string, see: (node: Node) => void): void {
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && typeof node.type === "string") see(node as Node);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parsed(file).program);
}

export function parsed(file: string) {
  const plugins: ParserPlugin[] = file.endsWith(".tsx") ? ["typescript", "jsx"] : ["typescript"];
  return parse(textOf(file), { sourceType: "module", plugins });
}

/**
 * Returns the files that a file refers to by a string: in an import of any kind, or as the path of a script that it
 * starts.
 */
export function namedBy(file: string): Set<string> {
  const named = new Set<string>();
  walk(file, ({ type, value }) => {
    const other = type === "StringLiteral" ? resolve(file, String(value)) : undefined;
    if (other !== undefined && other !== file) named.add(other);
  });
  return named;
}

function resolve(from: string, text: string): string | undefined {
  if (!text.includes("/")) return undefined;
  const path = text.startsWith("@/")
    ? text.slice(2)
    : text.startsWith(".")
      ? join(dirname(from), text)
      : text;
  return ENDINGS.map((ending) => normalize(path + ending)).find((each) => knownFiles.has(each));
}

/**
 * Returns, for each module, the modules and top-level folders that it imports, with one example import each.
 * Ignores tests.
 */
export function moduleEdges(
  uses: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, Map<string, string>> {
  const edges = new Map<string, Map<string, string>>();
  for (const [file, named] of uses) {
    const from = isOfTests(file) ? null : moduleOf(file);
    if (from === null) continue;
    const others = edges.get(from) ?? new Map<string, string>();
    edges.set(from, others);
    for (const other of named) {
      const to = moduleOf(other) ?? other.slice(0, other.indexOf("/"));
      if (to !== from) others.set(to, `${file} → ${other}`);
    }
  }
  return edges;
}

export function cycleFrom(
  start: string,
  edges: ReadonlyMap<string, ReadonlyMap<string, string>>,
): string[] | null {
  const seen = new Set<string>();
  const follow = (folder: string): string[] | null => {
    for (const [next, by] of edges.get(folder) ?? []) {
      if (next === start) return [by];
      if (seen.has(next)) continue;
      seen.add(next);
      const rest = follow(next);
      if (rest) return [by, ...rest];
    }
    return null;
  };
  return follow(start);
}
