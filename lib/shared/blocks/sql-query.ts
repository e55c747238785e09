import type { SqlQuery } from "./live";

/* Apart from the schemas, so that a published app loads none. */

export const isSql = (data: unknown): data is SqlQuery =>
  typeof data === "object" && data !== null && "sql" in data && typeof data.sql === "string";

/** Makes the column names unique: the second `name` becomes `name_2`. */
export function uniqueNames(columns: readonly string[]): string[] {
  const seen = new Set<string>();
  return columns.map((name) => {
    let unique = name || "?";
    for (let count = 2; seen.has(unique); count++) unique = `${name || "?"}_${count}`;
    seen.add(unique);
    return unique;
  });
}
