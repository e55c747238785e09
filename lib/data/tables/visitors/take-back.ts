import { script } from "@/lib/data/sqlite/index";
import type { WrittenBy } from "@/lib/data/sqlite/types";
import type { Cell } from "@/lib/shared/data/cell";
import { isAppError } from "@/lib/shared/errors";
import { quoted } from "../names";
import type { Image, Written } from "./write";

export type Undoable = Written & { id: string; table: string };

type Statement = { sql: string; params: Cell[] };

/** Ids of the writes that were taken back, and of those of which nothing was left. */
export type TakenBack = { done: Set<string>; gone: Set<string> };

/**
 * Takes writes back, the newest first, each only if its row is still as the write left it. Rows are compared with their
 * types, so that other rows stay byte for byte.
 */
export async function takeBack(
  agentId: string,
  writes: readonly Undoable[],
  by: WrittenBy,
): Promise<TakenBack> {
  const statements = writes.map(statementOf);
  const done = new Set<string>();
  const mark = (results: boolean[], all: readonly Undoable[]) => {
    for (const [at, { id }] of all.entries()) if (results[at]) done.add(id);
  };
  try {
    mark(await run(agentId, statements, by), writes);
  } catch (error) {
    if (!isAppError(error) || error.code !== "invalid") throw error;
    // A statement no longer fits the table, or a constraint forbids it. The others run one by one.
    for (const [at, one] of writes.entries()) {
      const statement = statements[at];
      if (!statement) continue;
      const result = await run(agentId, [statement], by).catch((each) => {
        if (isAppError(each) && each.code === "invalid") return [];
        throw each;
      });
      mark(result, [one]);
    }
  }
  const left = writes.filter(({ id }) => !done.has(id));
  const gone = left.length > 0 ? await idsOfGone(agentId, left) : new Set<string>();
  return { done, gone };
}

/** Returns the ids of writes of which nothing is left, because their rows were removed or are as before the first write. */
async function idsOfGone(agentId: string, writes: readonly Undoable[]): Promise<Set<string>> {
  const byRow = [...Map.groupBy(writes, ({ table, key }) => JSON.stringify([table, key])).values()];
  const statements = byRow.map(goneStatement);
  const results = await script({ agentId, statements, mode: "read" }).catch((error) => {
    // A table or a column no longer exists.
    if (isAppError(error) && error.code === "invalid") return [];
    throw error;
  });
  const isGone = results.map((result) => result.kind === "read" && result.rows.length > 0);
  return new Set(byRow.flatMap((all, at) => (isGone[at] ? all.map(({ id }) => id) : [])));
}

/** Returns a statement that reads a row if nothing is left of the writes of one row, which are the newest first. */
function goneStatement(writes: readonly Undoable[]): Statement {
  const [newest, oldest] = [writes[0], writes.at(-1)];
  if (!newest || !oldest) throw new Error("There is no write");
  const from = `main.${quoted(newest.table)} WHERE ${at(newest.key)}`;
  const isMissing = `NOT EXISTS (SELECT 1 FROM ${from})`;
  if (oldest.before === null) return { sql: `SELECT 1 WHERE ${isMissing}`, params: [] };
  const first: Image = Object.assign({}, ...writes.map(({ before }) => before));
  const same = Object.keys(first).map((name) => `AND quote(${quoted(name)}) = ?`);
  const isBack = `EXISTS (SELECT 1 FROM ${from} ${same.join(" ")})`;
  const sql = `SELECT 1 WHERE ${isBack} ${newest.after === null ? "" : `OR ${isMissing}`}`;
  return { sql, params: Object.values(first) };
}

async function run(agentId: string, statements: Statement[], by: WrittenBy): Promise<boolean[]> {
  const results = await script({ agentId, statements, by });
  return results.map((result) => result.kind === "read" && result.rows.length > 0);
}

/** Literals are those that SQLite's `quote` returned. */
function statementOf({ table, key, before, after }: Undoable): Statement {
  const from = `main.${quoted(table)}`;
  if (after === null) {
    const cells = { ...key, ...before };
    const names = Object.keys(cells).map(quoted).join(", ");
    const sql = `INSERT OR ABORT INTO ${from} (${names}) SELECT ${Object.values(cells).join(", ")}
      WHERE NOT EXISTS (SELECT 1 FROM ${from} WHERE ${at(key)}) RETURNING 1`;
    return { sql, params: [] };
  }
  const same = `${at(key)} AND ${Object.keys(after)
    .map((name) => `quote(${quoted(name)}) = ?`)
    .join(" AND ")}`;
  const params = Object.values(after);
  if (before === null) return { sql: `DELETE FROM ${from} WHERE ${same} RETURNING 1`, params };
  const changed = Object.entries(before).filter(([name, value]) => after[name] !== value);
  const set = changed.map(([name, value]) => `${quoted(name)} = ${value}`);
  if (set.length === 0) return { sql: `SELECT 1 FROM ${from} WHERE ${same}`, params };
  return { sql: `UPDATE OR ABORT ${from} SET ${set.join(", ")} WHERE ${same} RETURNING 1`, params };
}

const at = (key: Image): string =>
  Object.entries(key)
    .map(([name, value]) => `${quoted(name)} = ${value}`)
    .join(" AND ");
