import { formatPath } from "../issues.ts";

/** Returns false for text with NUL or lone surrogates, which Postgres rejects. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/**
 * Returns `text` with U+0000 and lone surrogates replaced by U+FFFD. Keeps the length in UTF-16 code units.
 */
export const toStorable = (text: string): string =>
  isStorable(text) ? text : text.replaceAll("\0", "\uFFFD").toWellFormed();

const UNSTORABLE_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;
/**
 * The first group has escapes to keep: surrogate pairs, and a backslash with the character after it, such as an
 * escaped backslash.
 */
const ESCAPES =
  /(\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\[^u])|\\u(?:0000|[dD][89a-fA-F][\da-fA-F]{2})/g;

/**
 * Does the same as `toStorable` for the text of a JSON value, in which these characters can be escapes. A
 * `json` column would accept the escapes, but then every `->>` and every cast of that row to `jsonb` would
 * fail.
 */
export function toStorableJson(json: string): string {
  const text = toStorable(json);
  return UNSTORABLE_ESCAPE.test(text)
    ? text.replace(ESCAPES, (_, valid?: string) => valid ?? "\uFFFD")
    : text;
}

/** Returns a JSON value as `toStorableJson` leaves it: the same object if nothing has to change. */
export function toStorableValue<T>(value: T): T {
  const json = JSON.stringify(value);
  const clean = toStorableJson(json);
  return clean === json ? value : JSON.parse(clean);
}

export type Limits = {
  depth: number;
  values: number;
  /** Accepts unstorable characters in texts, for values that are stored in `json` columns. */
  anyText?: boolean;
};
type Problem = { path: string; problem: string; isTooMuch?: boolean };

/**
 * Finds problems of JSON that schemas do not catch: nesting that exhausts the stack, too many values,
 * `__proto__` keys, numbers out of range, and characters that Postgres cannot store. Returns null for valid
 * JSON.
 */
export function problemOfJson(root: unknown, limits: Limits): Problem | null {
  let values = 0;
  const visit = (value: unknown, path: Path, depth: number): Problem | null => {
    if (++values > limits.values)
      return { path: "", problem: `has more than ${limits.values} values`, isTooMuch: true };
    if (typeof value === "string" && !limits.anyText && !isStorable(value))
      return at(path, "contains a character that cannot be stored");
    if (typeof value === "number" && !Number.isFinite(value)) return at(path, "is a number out of range");
    if (typeof value !== "object" || value === null) return null;
    if (depth >= limits.depth) return at(path, `is nested deeper than ${limits.depth} levels`);
    for (const [key, child] of entries(value)) {
      const inner = { key, parent: path };
      if (key === "__proto__") return at(inner, "is not an allowed key");
      if (typeof key === "string" && !limits.anyText && !isStorable(key))
        return at(path, "has a key that cannot be stored");
      const problem = visit(child, inner, depth + 1);
      if (problem) return problem;
    }
    return null;
  };
  return visit(root, null, 0);
}

type Path = { key: string | number; parent: Path } | null;

const entries = (value: object): Iterable<[string | number, unknown]> =>
  Array.isArray(value) ? value.entries() : Object.entries(value);

function at(path: Path, problem: string): Problem {
  const keys: (string | number)[] = [];
  for (let one = path; one; one = one.parent) keys.unshift(one.key);
  return { path: formatPath(keys), problem };
}
