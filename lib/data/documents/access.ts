import { collectionName, MANAGED, type Operation, PROTECTED } from "@/lib/shared/data/documents";
import { AppError } from "@/lib/shared/errors";

const READS: ReadonlySet<Operation> = new Set([
  "find",
  "findOne",
  "countDocuments",
  "aggregate",
  "listCollections",
]);

/** Operators that run code, or that write although the operation is expected to only read. */
const REFUSED = new Set(["$where", "$function", "$accumulator", "$out", "$merge"]);
const JOINS: Record<string, string> = { $lookup: "from", $unionWith: "coll", $graphLookup: "from" };
const MAX_DEPTH = 100;

export const isRead = (operation: Operation): boolean => READS.has(operation);

export const isManaged = (name: string) => MANAGED.some((one) => one === name);
export const isProtected = (name: string) => PROTECTED.some((one) => one === name);

export function assertMay(operation: Operation, name: string): void {
  if (isProtected(name)) {
    if (READS.has(operation)) return;
    throw denied(
      `Access denied: '${name}' is a protected core collection. You may read it by find, findOne, countDocuments and aggregate.`,
    );
  }
  if (isManaged(name) || collectionName.safeParse(name).success) return;
  const shown = name.slice(0, 100);
  if (READS.has(operation))
    throw denied(
      `Access denied: '${shown}' is not a collection that you may read. Those are ${[...PROTECTED, ...MANAGED].join(", ")}, and your own, whose names begin with 'ai_' (letters, digits and _, at most 64).`,
    );
  throw denied(
    `Write operations are restricted to AI-managed collections (${MANAGED.join(", ")}) or collections with the 'ai_' prefix (letters, digits and _, at most 64 characters); '${shown}' is neither.`,
  );
}

/**
 * Returns the other collections that a filter, an update or a pipeline reads. Throws an AppError if one of
 * them may not be read, or if any nested part runs code or writes.
 */
export function joinsOf(...parts: unknown[]): string[] {
  const found = new Set<string>();
  for (const part of parts) look(part, found, 0);
  return [...found];
}

function look(value: unknown, found: Set<string>, depth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_DEPTH)
    throw new AppError("invalid", `The query is nested deeper than ${MAX_DEPTH} levels.`);
  if (Array.isArray(value)) {
    for (const one of value) look(one, found, depth + 1);
    return;
  }
  for (const [name, nested] of Object.entries(value)) {
    if (REFUSED.has(name)) throw denied(`${name} is not allowed: a query can neither run code nor write.`);
    if (Object.hasOwn(JOINS, name)) {
      const joined = joinedBy(name, nested);
      if (joined !== null) {
        assertMay("find", joined);
        found.add(joined);
      }
    }
    look(nested, found, depth + 1);
  }
}

/** Returns the collection that a stage joins, or null if the stage has inline documents instead. */
function joinedBy(stage: string, spec: unknown): string | null {
  const field = JOINS[stage] ?? "";
  const name =
    stage === "$unionWith" && typeof spec === "string"
      ? spec
      : typeof spec === "object" && spec !== null
        ? Object.entries(spec).find(([key]) => key === field)?.[1]
        : undefined;
  if (typeof name === "string") return name;
  const bringsItsOwn = name === undefined && stage !== "$graphLookup" && typeof spec === "object";
  if (bringsItsOwn) return null;
  throw denied(`${stage} needs the name of its collection in ${field}.`);
}

const denied = (message: string) => new AppError("forbidden", message);
