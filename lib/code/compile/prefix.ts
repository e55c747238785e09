import { originOf } from "./names";
import { prefixCutsOf } from "./prefix-scan";

/**
 * Maximum number of cut positions to try, the longest prefix first. Even a prefix with closed brackets may not
 * compile.
 */
const MAX_CUTS = 3;
const TAG = /(?<![\w$])<([A-Z][\w$]*)[\s/>.]/g;
const WORD = /(<\/?)?\b([A-Z][\w$]*)/g;
const DEFAULT = /^\s*export\s+(?:default\b|\{[^}]*\bas\s+default\b)/m;
/** A component declared at the start of a line, and whether it has no parameters. */
const COMPONENT =
  /^(?:export\s+)?(?:function\s+([A-Z][\w$]*)\s*\(\s*(\))?|const\s+([A-Z][\w$]*)\s*(?::[^=\n]+)?=\s*\(\s*(\))?)/gm;
const MAIN = /^(?:App|Component|Page|Main|Demo|Dashboard)$/;

/**
 * Returns prefixes of unfinished source that may compile, longest first, with all open brackets and tags
 * closed. The preview renders them while the model writes. A component that is used but not yet defined
 * renders nothing.
 */
export function prefixesOf(code: string): string[] {
  const sources = prefixCutsOf(code, MAX_CUTS)
    .toReversed()
    .flatMap(({ end, closing }) => withDefault(code.slice(0, end) + closing) ?? []);
  return [...new Set(sources)].map(withStandIns);
}

/** Adds a default export, which is often written last. */
function withDefault(source: string): string | undefined {
  if (DEFAULT.test(source)) return source;
  const main = [...source.matchAll(COMPONENT)]
    .map(([, declared, isBare, assigned, isBareToo]) => ({
      name: declared ?? assigned ?? "",
      isBare: isBare ?? isBareToo,
    }))
    .findLast(({ name, isBare }) => isBare || MAIN.test(name));
  return main && `${source}\nexport default ${main.name};`;
}

/**
 * Defines an empty component for each name that occurs only in tags: while the model is writing, the
 * definition often comes later than the use.
 */
function withStandIns(source: string): string {
  const names = new Set([...source.matchAll(TAG)].map(([, name]) => name ?? ""));
  for (const [, before, name = ""] of source.matchAll(WORD)) if (before === undefined) names.delete(name);
  const missing = [...names].filter((name) => !originOf(name, source));
  return source + missing.map((name) => `\nfunction ${name}() { return null; }`).join("");
}
