import { isDied } from "@/lib/ground/processes/confined";
import type { Cell } from "@/lib/shared/data/cell";
import { publish } from "@/lib/store/bus";
import { changedByOf, listChange } from "./changes";
import { type AskDatabase, databaseOf, type Reader } from "./databases";
import { sqlFailureOf } from "./failure";
import { SQL_LIMITS } from "./limits";
import { isRefused, type RunAnswer, type RunRequest, type VisitRequest } from "./protocol";
import { type Copies, copies } from "./snapshots";
import type { AccessMode, SqlResult, SqlStatement, TableMark, WrittenBy } from "./types";

export { MAX_SQL_ROWS, SQL_LIMITS } from "./limits";
export { readDatabaseSize as size, readTables as schema } from "./schema";

/** Maximum JSON characters of the rows of a result. */
const MAX_CHARS = 8_000_000;
const MAX_NAMES = 3_000;
const USER: WrittenBy = { author: "person", cause: null };

type Common = { agentId: string; by?: WrittenBy; signal?: AbortSignal };
/** `onRead` is called with the marked tables from which the result or the error message may contain text. */
type Hearing = { onRead?: (marks: readonly TableMark[]) => void };
type Limits = {
  mode?: AccessMode;
  skip?: number;
  maxRows?: number;
  /** Maximum characters of the rows as JSON. At least one row is returned, whatever its size. */
  maxChars?: number;
};

/**
 * Runs one or several statements as one transaction, and returns the result of the last one. Throws an
 * AppError: `invalid` with SQLite's message, or `unavailable`.
 */
export async function execute({
  sql,
  params,
  ...rest
}: Common & Hearing & Limits & SqlStatement): Promise<SqlResult> {
  const [result] = await script({ ...rest, statements: [{ sql, params }] });
  if (!result) throw new Error("The database returned no result");
  return result;
}

export async function script({
  agentId,
  statements,
  mode = "any",
  skip,
  maxRows = SQL_LIMITS.rows,
  maxChars = MAX_CHARS,
  by = USER,
  signal,
  onRead = () => {},
  receipt,
}: Common & Hearing & Limits & { statements: SqlStatement[]; receipt?: string }): Promise<SqlResult[]> {
  const changedBy = changedByOf(by);
  const limits = { mode, skip, maxRows, maxChars };
  const request = { statements, ...limits, origins: by.origins ?? [], receipt, by: changedBy };
  const reader = { isAgents: by.author === "agent", signal };
  const { answer, snapshot } = await explained(async () => {
    if (mode === "read") return read(agentId, request, reader);
    const done =
      !receipt && beginsToRead(statements) ? await triedToRead(agentId, request, reader) : undefined;
    return done ?? written(agentId, request, by, signal);
  }, onRead);
  const { results, reads, writes, acts, marks, change } = answer;
  onRead(marks);
  if (change) listChange(agentId, change, changedBy, acts);
  publishWrites(agentId, writes);
  return results.map((result) => ({ ...result, reads, writes, acts, ...(snapshot && { snapshot }) }));
}

/**
 * Returns whether SQL may change anything. SQLite prepares it on a read-only connection, but does not run it.
 * Throws an AppError if SQLite cannot prepare it, because its effect may then depend on later changes of the
 * tables.
 */
export const mayWriteSql = ({ agentId, sql }: { agentId: string; sql: string }): Promise<boolean> =>
  explained(() => {
    const prepare = (ask: AskDatabase) => ask<{ op: "writes"; sql: string }>({ op: "writes", sql });
    return databaseOf(agentId).reading(prepare, SQL_LIMITS.ms, { isAgents: true });
  });

/** Returns the tables that SQL reads, without running it. */
export const readTablesOf = ({ agentId, sql }: { agentId: string; sql: string }): Promise<string[]> =>
  explained(() => {
    const prepare = (ask: AskDatabase) => ask<{ op: "reads"; sql: string }>({ op: "reads", sql });
    return databaseOf(agentId).reading(prepare, SQL_LIMITS.ms, { isAgents: true });
  });

/** Returns the tables to which SQL adds rows, without running it. Returns null if it may do anything else. */
export const addsRowsTo = ({ agentId, sql }: { agentId: string; sql: string }): Promise<string[] | null> =>
  explained(() => {
    const prepare = (ask: AskDatabase) => ask<{ op: "adds"; sql: string }>({ op: "adds", sql });
    return databaseOf(agentId).reading(prepare, SQL_LIMITS.ms, { isAgents: true });
  });

/**
 * Inserts many rows into a table, all or none, after running `create`. Other writes wait until the last row
 * has arrived. Each batch may take 5 s.
 */
export async function loadTable({
  agentId,
  table,
  columns,
  rows,
  create,
  by = USER,
  signal,
}: Common & {
  table: string;
  columns: string[];
  rows: AsyncIterable<Cell[][]>;
  create?: string;
}): Promise<{ rows: number }> {
  const changedBy = changedByOf(by);
  const loading = async (ask: AskDatabase, reset: () => void) => {
    const { daily, fold } = copies(agentId, by);
    await daily(ask);
    try {
      await ask({ op: "load", table, columns, create, origins: by.origins ?? [], by: changedBy });
      for await (const batch of rows) await ask({ op: "rows", rows: batch });
      const ended = await ask<{ op: "end" }>({ op: "end" });
      if (ended.change.needsCopy) await fold(ask);
      return ended;
    } catch (error) {
      reset();
      throw error;
    }
  };
  const { count, writes, acts, change } = await explained(() =>
    databaseOf(agentId).exclusive(loading, SQL_LIMITS.ms, signal),
  );
  listChange(agentId, change, changedBy, acts);
  publishWrites(agentId, writes);
  return { rows: count };
}

/**
 * Removes the mark of a table because the user trusts it, or only the given origins from the mark. Returns
 * true if the table had a mark.
 */
export async function trustTable(
  agentId: string,
  table: string,
  origins?: readonly string[],
): Promise<boolean> {
  const asking = (ask: AskDatabase) => ask({ op: "trust", table, ...(origins && { origins }) });
  const isTrusted = await explained(() => databaseOf(agentId).exclusive(asking, SQL_LIMITS.ms));
  if (isTrusted) publish({ type: "database", agent: agentId, tables: [table] });
  return isTrusted;
}

/** Marks a table with origins because the user no longer trusts it. Returns false if there is no such table. */
export async function distrustTable(
  agentId: string,
  table: string,
  origins: readonly string[],
): Promise<boolean> {
  const asking = (ask: AskDatabase) => ask({ op: "distrust", table, origins });
  const isMarked = await explained(() => databaseOf(agentId).exclusive(asking, SQL_LIMITS.ms));
  if (isMarked) publish({ type: "database", agent: agentId, tables: [table] });
  return isMarked;
}

/** Runs a query that reaches only the views of a visitor, whatever its text. Throws an AppError. */
export const visit = (agentId: string, request: VisitRequest, signal?: AbortSignal) =>
  explained(() =>
    databaseOf(agentId).reading((ask) => ask({ op: "visit", ...request }), SQL_LIMITS.ms, { signal }),
  );

/**
 * Returns the results of the writes with these receipts that were committed. Deletes receipts of other writes from before a
 * time in ms.
 */
export const receiptsOf = (agentId: string, ids: string[], before: number) =>
  explained(() =>
    databaseOf(agentId).exclusive((ask) => ask({ op: "receipts", ids, before }), SQL_LIMITS.ms),
  );

type Done = { answer: Exclude<RunAnswer, { stop: unknown }>; snapshot?: string };
type Run = Omit<RunRequest, "guard">;

/** Retries once if the process was killed from outside. A read can be repeated safely. */
async function read(agentId: string, request: Run, reader: Reader): Promise<Done> {
  const attempt = () =>
    databaseOf(agentId).reading((ask) => plain(ask, { ...request, mode: "read" }), SQL_LIMITS.ms, reader);
  try {
    return await attempt();
  } catch (error) {
    if (isDied(error) && error.how === "died") return attempt();
    throw error;
  }
}

/** Runs SQL that looks like a query, without the write lock. Returns undefined if the SQL would write. */
async function triedToRead(agentId: string, request: Run, reader: Reader): Promise<Done | undefined> {
  try {
    return await read(agentId, request, reader);
  } catch (error) {
    if (isRefused(error) && error.error.code === "denied") return undefined;
    throw error;
  }
}

/** Only guesses whether SQL reads. A wrong guess costs time, because the other path is then used. */
const beginsToRead = (statements: SqlStatement[]): boolean =>
  statements.every(({ sql }) => /^\s*(select|values|with|explain)\b/i.test(sql));

const written = (agentId: string, request: Run, by: WrittenBy, signal?: AbortSignal): Promise<Done> =>
  databaseOf(agentId).exclusive((ask) => guarded(ask, request, copies(agentId, by)), SQL_LIMITS.ms, signal);

async function plain(ask: AskDatabase, request: Run): Promise<Done> {
  const answer = await ask({ op: "run", ...request, guard: null });
  if ("stop" in answer) throw new Error("The database stopped without a guard");
  return { answer };
}

/**
 * Runs a write. Stores a copy of the database before the first write of a day, or of an hour by a component
 * in another program, and before a write that loses many rows.
 */
async function guarded(
  ask: AskDatabase,
  request: Run,
  { due, keep, lost, lose, fold }: Copies,
): Promise<Done> {
  let snapshot: string | undefined;
  for (let reason = await due(); ; reason = null) {
    const answer = await ask({ op: "run", ...request, guard: { daily: reason !== null, lost: lost() } });
    if ("stop" in answer) {
      const isDue = answer.stop.reason === "daily";
      snapshot = await keep(ask, isDue && reason === "program" ? { reason } : answer.stop);
      if (isDue) continue;
      return { ...(await plain(ask, request)), snapshot };
    }
    lose(answer.lost);
    if (answer.change?.needsCopy) await fold(ask);
    return { answer, ...(answer.lost > 0 && { snapshot }) };
  }
}

async function explained<T>(work: () => Promise<T>, onRead?: Hearing["onRead"]): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefused(error)) onRead?.(error.error.marks ?? []);
    throw sqlFailureOf(error);
  }
}

function publishWrites(agent: string, writes: readonly string[]): void {
  if (writes.length === 0) return;
  const tables = JSON.stringify(writes).length > MAX_NAMES ? [] : [...writes];
  publish({ type: "database", agent, tables });
}
