import { AppError } from "@/lib/shared/errors";
import { formatPath } from "@/lib/shared/issues";

const MAX_DEPTH = 200;
/** As many small values as this are checked and stored in a moment; a few millions would hold everybody up. */
const MAX_VALUES = 200_000;

/**
 * Refuses JSON that no schema would stop but that breaks what comes after it: nesting that exhausts the stack, more
 * values than can be looked at, keys that reach for a prototype, numbers beyond all range, and characters that Postgres
 * cannot hold.
 */
export function assertStorable(root: unknown): void {
  let values = 0;
  const visit = (value: unknown, path: Path, depth: number): void => {
    if (++values > MAX_VALUES)
      throw new AppError("too_large", `The body holds more than ${MAX_VALUES} values.`);
    if (typeof value === "string" && !isStorable(value))
      throw refuse(path, "holds a character that cannot be stored");
    if (typeof value === "number" && !Number.isFinite(value)) throw refuse(path, "is too large a number");
    if (typeof value !== "object" || value === null) return;
    if (depth >= MAX_DEPTH) throw refuse(path, `is nested deeper than ${MAX_DEPTH} levels`);
    for (const [key, child] of entries(value)) {
      const inner = { key, parent: path };
      if (key === "__proto__") throw refuse(inner, "is a key that is not taken");
      if (typeof key === "string" && !isStorable(key)) throw refuse(path, "has a key that cannot be stored");
      visit(child, inner, depth + 1);
    }
  };
  visit(root, null, 0);
}

/** No NUL, which Postgres refuses in any text, and no half of a surrogate pair, which it refuses in JSON. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

type Path = { key: string | number; parent: Path } | null;

const entries = (value: object): Iterable<[string | number, unknown]> =>
  Array.isArray(value) ? value.entries() : Object.entries(value);

function refuse(path: Path, problem: string): AppError {
  const keys: (string | number)[] = [];
  for (let at = path; at; at = at.parent) keys.unshift(at.key);
  const place = formatPath(keys);
  return new AppError("invalid", `The body is not valid: ${place || "it"} ${problem}.`, {
    details: [{ path: place, message: `It ${problem}` }],
  });
}
