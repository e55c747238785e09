import { originOf } from "./names";
import { prefixCutsOf } from "./prefix-scan";

/** So many ends are tried, the longest first: what a prefix ends in may be sound and still not compile. */
const MAX_TRIES = 3;
const TAG = /(?<![\w$])<([A-Z][\w$]*)[\s/>.]/g;
const WORD = /(<\/?)?\b([A-Z][\w$]*)/g;
const DEFAULT = /^\s*export\s+(?:default\b|\{[^}]*\bas\s+default\b)/m;
/** A component of its own line, and whether it takes nothing. */
const COMPONENT =
  /^(?:export\s+)?(?:function\s+([A-Z][\w$]*)\s*\(\s*(\))?|const\s+([A-Z][\w$]*)\s*(?::[^=\n]+)?=\s*\(\s*(\))?)/gm;
const MAIN = /^(?:App|Component|Page|Main|Demo|Dashboard)$/;

/**
 * Beginnings of a component's source that may compile, longest first, each closed where it breaks off: so it can be looked
 * at while the rest is being written. What they draw and nobody has defined yet draws nothing.
 */
export function prefixesOf(code: string): string[] {
  const sources = prefixCutsOf(code, MAX_TRIES)
    .toReversed()
    .flatMap(({ end, closing }) => withDefault(code.slice(0, end) + closing) ?? []);
  return [...new Set(sources)].map(withStandIns);
}

/** What is exported is often said last. */
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

/** Parts often come after what is made of them: what stands nowhere but in tags is still to come. */
function withStandIns(source: string): string {
  const names = new Set([...source.matchAll(TAG)].map(([, name]) => name ?? ""));
  for (const [, before, name = ""] of source.matchAll(WORD)) if (before === undefined) names.delete(name);
  const missing = [...names].filter((name) => !originOf(name, source));
  return source + missing.map((name) => `\nfunction ${name}() { return null; }`).join("");
}
