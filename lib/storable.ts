import { AppError } from "@/lib/shared/errors";
import { formatPath } from "@/lib/shared/issues";

const MAX_DEPTH = 200;

/**
 * Refuses JSON that no schema would stop but that breaks what comes after it: nesting that exhausts the stack, keys
 * that reach for a prototype, numbers beyond all range, and characters that Postgres cannot hold.
 */
export function assertStorable(root: unknown): void {
  const waiting: Node[] = [{ value: root, path: null, depth: 0 }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { value, depth } = node;
    if (typeof value === "string" && !isStorable(value))
      throw refuse(node, "holds a character that cannot be stored");
    if (typeof value === "number" && !Number.isFinite(value)) throw refuse(node, "is too large a number");
    if (typeof value !== "object" || value === null) continue;
    if (depth >= MAX_DEPTH) throw refuse(node, `is nested deeper than ${MAX_DEPTH} levels`);
    for (const [key, child] of entries(value)) {
      const inner = { value: child, path: { key, parent: node.path }, depth: depth + 1 };
      if (key === "__proto__") throw refuse(inner, "is a key that is not taken");
      if (typeof key === "string" && !isStorable(key)) throw refuse(node, "has a key that cannot be stored");
      waiting.push(inner);
    }
  }
}

/** No NUL, which Postgres refuses in any text, and no half of a surrogate pair, which it refuses in JSON. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

type Path = { key: string | number; parent: Path } | null;
type Node = { value: unknown; path: Path; depth: number };

const entries = (value: object): Iterable<[string | number, unknown]> =>
  Array.isArray(value) ? value.entries() : Object.entries(value);

function refuse({ path }: Node, problem: string): AppError {
  const keys: (string | number)[] = [];
  for (let at = path; at; at = at.parent) keys.unshift(at.key);
  const place = formatPath(keys);
  return new AppError("invalid", `The body is not valid: ${place || "it"} ${problem}.`, {
    details: [{ path: place, message: `It ${problem}` }],
  });
}
