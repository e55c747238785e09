import { type Export, type Import, init, parse } from "es-module-lexer";
import { ALIASES, MODULES } from "../../../components/runtime/modules.ts";
import { defineIcons } from "./icons";
import { runtime } from "./runtime";
import { SourceError } from "./source-error";
import type { Transformed } from "./transform";

const CLAUSE = /^import\s+(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+[\w$]+|\{([^}]*)\})?/;

/** Of the module "easel", what gives no way to the agent's state. */
const STATELESS = new Set(["callTool", "sendMessage"]);

/** Whether a compiled component may read the agent's state: it takes more of "easel" than that, or loads modules by name. */
export async function mayReadState(js: string): Promise<boolean> {
  await init();
  const [imports] = parse(js);
  return imports.some((each) => {
    if (each.type === "dynamic") return true;
    if (each.specifier !== "easel") return false;
    const [, whole, named] = CLAUSE.exec(js.slice(each.importStart, each.importEnd)) ?? [];
    const names = named?.split(",").flatMap((part) => part.trim().split(/\s+as\s+/)[0] || []);
    return whole !== undefined || !names?.every((name) => STATELESS.has(name));
  });
}

const ONLY_IMPORTS = /^(\s*(import\b[^;]*;|"use \w+";))*\s*$/;

/** Every import by the name under which the frame has it; throws for what the frame has not. */
export async function resolveImports(module: Transformed): Promise<{ js: string; used: Set<string> }> {
  await init();
  const [imports, exports] = parse(module.js);
  const used = new Set<string>();
  let { js } = module;
  // From the end, so that what is still to be changed keeps its place.
  for (const each of [...imports].reverse()) {
    if (each.type === "import-meta" || each.specifier === undefined) continue;
    if (each.type === "dynamic" && each.glob) continue;
    const specifier = demandModule(each.specifier, module, each);
    demandNames(specifier, module, each);
    used.add(specifier);
    const inlined = specifier === "lucide-react" ? inlineIcons(module.js, each) : undefined;
    if (inlined) {
      js = js.slice(0, each.importStart) + inlined + js.slice(each.importEnd);
      continue;
    }
    const quoted = each.type === "dynamic" ? JSON.stringify(specifier) : specifier;
    js = js.slice(0, each.start) + quoted + js.slice(each.end);
  }
  demandDefault(module, exports);
  return { js, used };
}

/** Whether a module imports one of these names from `specifier`, or all that it has. */
export async function importsAny(js: string, specifier: string, names: readonly string[]): Promise<boolean> {
  await init();
  const [imports] = parse(js);
  return imports.some((each) => {
    if (each.type === "import-meta" || each.specifier !== specifier) return false;
    const [, , named] = CLAUSE.exec(js.slice(each.importStart, each.start)) ?? [];
    return each.type === "dynamic" || named === undefined || names.some((name) => namesOf(named).has(name));
  });
}

/** Of what stands in the braces of an import, the names in the other module. */
const namesOf = (named: string): Set<string> =>
  new Set(named.split(",").map((part) => part.trim().split(/\s+as\s+/)[0] ?? ""));

/** The statement in other words, on as many lines; only where nothing runs before it, for it is no longer hoisted. */
function inlineIcons(js: string, each: Import): string | undefined {
  const statement = js.slice(each.importStart, each.importEnd);
  const [, whole, named] = CLAUSE.exec(statement) ?? [];
  if (
    each.type !== "static" ||
    whole ||
    named === undefined ||
    !ONLY_IMPORTS.test(js.slice(0, each.importStart))
  ) {
    return undefined;
  }
  const names = named.split(",").flatMap((part) => {
    const [name = "", local = name] = part.trim().split(/\s+as\s+/);
    return name ? [[name, local] as const] : [];
  });
  const defined = defineIcons(names, `easel$icon${each.importStart}`);
  return defined?.replace(/;$/, "").concat("\n".repeat(statement.split("\n").length - 1));
}

function demandModule(specifier: string, { placeOf }: Transformed, { importStart }: Import): string {
  const known = usualName(specifier);
  if (Object.hasOwn(runtime().imports, known)) return known;
  const { line, column } = placeOf(importStart);
  throw new SourceError(explainUnknown(specifier), line, column);
}

export function usualName(specifier: string): string {
  const [spelling, module] = ALIASES.find(([pattern]) => pattern.test(specifier)) ?? [];
  return spelling && module ? specifier.replace(spelling, module) : specifier;
}

function explainUnknown(specifier: string): string {
  const said = JSON.stringify(specifier);
  const [, primitive] = /^@\/components\/ui\/(.+)$/.exec(usualName(specifier)) ?? [];
  if (primitive) return `There is no primitive ${said}. There are: ${primitives().join(", ")}.`;
  if (/\.(css|scss|sass|less)$/.test(specifier)) {
    return `A component has no stylesheets: style with utility classes in className, instead of ${said}.`;
  }
  if (/^(https?:)?\/\//.test(specifier))
    return `A component has no network, so ${said} cannot be loaded. ${list()}`;
  if (/^[.~/]|^@\//.test(specifier)) {
    return `A component is one file, and ${said} would be another one: put its code here. ${list()}`;
  }
  return `There is no module ${said} in the frame. ${list()}`;
}

const list = () =>
  `What can be imported: ${modules().join(", ")}, and @/components/ui/<name> with ${primitives().join(", ")}.`;

/** Names of modules that are worth being known, primitives aside. */
export const modules = () =>
  Object.keys(runtime().imports).filter((name) => MODULES[name] && !MODULES[name].quiet);

export const primitives = () =>
  Object.keys(runtime().imports).flatMap((name) => /^@\/components\/ui\/(.+)$/.exec(name)?.[1] ?? []);

function demandNames(specifier: string, { js, placeOf }: Transformed, each: Import): void {
  if (each.type !== "static") return;
  const [, whole, named = ""] = CLAUSE.exec(js.slice(each.importStart, each.start)) ?? [];
  const wanted = named.split(",").map((part) => part.trim().split(/\s+as\s+/)[0] ?? "");
  if (whole && whole !== "from") wanted.push("default");
  const there = runtime().exports[specifier] ?? [];
  const missing = wanted.find((name) => name && !there.includes(name));
  if (missing === undefined) return;
  const { line, column } = placeOf(each.importStart);
  const what =
    missing === "default"
      ? `${JSON.stringify(specifier)} has no default export: import its names in braces.`
      : `${JSON.stringify(specifier)} does not export ${missing}.`;
  const others = missing === "default" ? there.slice(0, 12) : nearest(missing, there);
  throw new SourceError(others.length > 0 ? `${what} It has ${others.join(", ")}.` : what, line, column);
}

function demandDefault({ js, placeOf }: Transformed, exports: readonly Export[]): void {
  const found = exports.find((each) => each.type !== "reexport-all" && each.name === "default");
  if (found === undefined) {
    const [, name, index] = lastComponent(js);
    const { line, column } = index === undefined ? { line: 1, column: 1 } : placeOf(index);
    const remedy = name
      ? `write \`export default ${name};\` at the end`
      : "such as `export default function App() { … }`";
    throw new SourceError(
      `The component is missing: the code must export one as default; ${remedy}.`,
      line,
      column,
    );
  }
  const local = found.type === "direct" ? found.localName : undefined;
  const start =
    local === undefined ? -1 : js.search(new RegExp(`^async function ${inPattern(local)}\\(`, "m"));
  if (start < 0) return;
  const { line, column } = placeOf(start);
  throw new SourceError(
    `The component ${local} is async, which works on servers only: load in useEffect, or read a promise with use().`,
    line,
    column,
  );
}

const inPattern = (name: string) => name.replaceAll("$", "\\$");

/** What was probably meant to be exported: the last component that the module defines. */
function lastComponent(js: string): [undefined?, string?, number?] {
  const found = [
    ...js.matchAll(/^(?:export )?(?:async )?(?:function|const|class|var|let) ([A-Z][\w$]*)/gm),
  ].at(-1);
  return found ? [undefined, found[1], found.index] : [];
}

const MOST = 5;

/** Of these names the few that somebody may have meant by `name`. */
function nearest(name: string, names: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length / 3));
  const scored = names.flatMap((each) => {
    const other = each.toLowerCase();
    const contains =
      wanted.length > 2 && (other.includes(wanted) || (other.length > 3 && wanted.includes(other)));
    const steps = distance(wanted, other, limit);
    if (!contains && steps > limit) return [];
    return [
      { each, score: contains ? Math.min(steps, 1 + Math.abs(other.length - wanted.length) / 10) : steps },
    ];
  });
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, MOST)
    .map(({ each }) => each);
}

/** How many letters differ; anything above `limit` is only known to be that. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const kept = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(kept, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
