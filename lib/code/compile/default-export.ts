import type { Export } from "es-module-lexer";
import { SourceError } from "./source-error";
import type { Transformed } from "./transform";

type Placed = Pick<Transformed, "js" | "placeOf">;

/** Matches the initializer of a component: a function, a class, or a call of a wrapper such as memo. */
const MADE =
  "(?:async )?(?:function\\b|\\((?!\\()|[\\w$]+ =>)|class\\b|(?:[\\w$]+\\.)?(?:memo|forwardRef|lazy|observer|with[A-Z]\\w*)\\(";
const COMPONENT = new RegExp(
  `^(?:(?:async )?(?:function|class) ([A-Z][\\w$]*)|(?:const|var|let) ([A-Z][\\w$]*) = (?:\\/\\* @__PURE__ \\*\\/ )?(?:${MADE}))`,
  "gm",
);

/**
 * Returns a statement that exports the module's component as default, or "" if the source already has one.
 * Throws if it is unclear which component to export.
 */
export function demandDefault(module: Placed, exports: readonly Export[]): string {
  const written = exports.find((each) => each.type !== "reexport-all" && each.name === "default");
  const local = written?.type === "direct" ? written.localName : undefined;
  const found = written ? local : mainComponent(module.js, exports);
  if (found === undefined && !written) throw missing(module);
  if (found !== undefined) demandSynchronous(module, found);
  return written ? "" : `export { ${found} as default };\n`;
}

/**
 * Returns the name of the component to export. It is the last exported component that no other component
 * renders, because a part is usually defined before the component that uses it. If nothing is exported, it is
 * the only component that no other renders.
 */
function mainComponent(js: string, exports: readonly Export[]): string | undefined {
  const all = [...js.matchAll(COMPONENT)].map(([, declared, assigned]) => declared ?? assigned ?? "");
  const exported = new Set(exports.flatMap((each) => (each.type === "direct" ? (each.localName ?? []) : [])));
  const candidates = exported.size > 0 ? all.filter((name) => exported.has(name)) : all;
  const roots = candidates.filter((name) => !isDrawn(js, name));
  if (exported.size === 0) return roots.length === 1 ? roots[0] : undefined;
  return roots.at(-1) ?? candidates.at(-1);
}

const isDrawn = (js: string, name: string) =>
  new RegExp(`\\b(?:jsxs?|createElement)\\(${inPattern(name)}[,)]`).test(js);

function missing({ js, placeOf }: Placed): SourceError {
  const last = [...js.matchAll(COMPONENT)].at(-1);
  const { line, column } = last ? placeOf(last.index) : { line: 1, column: 1 };
  const name = last?.[1] ?? last?.[2];
  const remedy = name
    ? `write \`export default ${name};\` at the end`
    : "such as `export default function App() { … }`";
  return new SourceError(
    `The component is missing: the code must export one as default; ${remedy}.`,
    line,
    column,
  );
}

function demandSynchronous({ js, placeOf }: Placed, name: string): void {
  const start = js.search(new RegExp(`^async function ${inPattern(name)}\\(`, "m"));
  if (start < 0) return;
  const { line, column } = placeOf(start);
  throw new SourceError(
    `The component ${name} is async, which works on servers only: load in useEffect, or read a promise with use().`,
    line,
    column,
  );
}

const inPattern = (name: string) => name.replaceAll("$", "\\$");
