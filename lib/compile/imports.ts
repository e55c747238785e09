import { type Export, type Import, init, parse } from "es-module-lexer";
import { ALIASES, MODULES } from "../../components/runtime/modules.ts";
import { defineIcons } from "./icons";
import { nearest } from "./nearest";
import { runtime } from "./runtime";
import { SourceError } from "./source-error";
import type { Transformed } from "./transform";

const CLAUSE = /^import\s+(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+[\w$]+|\{([^}]*)\})?/;

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
