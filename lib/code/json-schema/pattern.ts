import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";

const CACHE = new LRUCache<string, RE2JS>({ max: 500 });
/** Maximum characters of a pattern, because repetitions multiply the size of the compiled pattern. */
const MAX_CHARACTERS = 2_000;

/** Unicode category names that the engine knows only by their short form. */
const NAMES: Record<string, string> = {
  Letter: "L",
  Number: "N",
  digit: "Nd",
  Punctuation: "P",
  Symbol: "S",
};

/**
 * Compiles a pattern for an engine without backtracking, whose time is linear in the text. Throws with a
 * message that continues "has a pattern".
 */
export function compilePattern(pattern: string): RE2JS {
  const cached = CACHE.get(pattern);
  if (cached) return cached;
  if (!isRegExp(pattern)) throw new Error(`that is not a regular expression: ${JSON.stringify(pattern)}`);
  if (pattern.length > MAX_CHARACTERS) throw new Error(`of more than ${MAX_CHARACTERS} characters`);
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(spelled(pattern)));
    CACHE.set(pattern, compiled);
    return compiled;
  } catch {
    throw new Error(
      `that cannot be checked in bounded time: ${JSON.stringify(pattern)}. Write it without lookahead, lookbehind and back references, and with repetitions of at most 1000`,
    );
  }
}

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

const spelled = (pattern: string): string =>
  pattern
    .replace(/\\([pP])\{(?:gc=|General_Category=)?(\w+)\}/g, (whole, p: string, name: string) =>
      NAMES[name] ? `\\${p}{${NAMES[name]}}` : whole,
    )
    .replace(/\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/gi, (_, high: string, low: string) => {
      const point = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0);
      return `\\x{${point?.toString(16)}}`;
    });
