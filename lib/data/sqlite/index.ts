import { isDied } from "@/lib/ground/processes/confined";
import type { Cell } from "@/lib/shared/data/cell";
import { publish } from "@/lib/store/bus";
import { type AskDatabase, databaseOf, type Reader } from "./databases";
import { sqlFailureOf } from "./failure";
import { SQL_LIMITS } from "./limits";
import { isRefused, type RunAnswer, type RunRequest } from "./protocol";
import { type Copies, copies } from "./snapshots";
import type { AccessMode, SqlResult, SqlStatement, TableMark, WrittenBy } from "./types";

export { MAX_SQL_ROWS, SQL_LIMITS } from "./limits";
export { readDatabaseSize as size, readTables as schema } from "./schema";

/** Characters of JSON that the rows of a result may have. */
const MAX_BYTES = 8_000_000;
/** Names of tables that one notice carries. */
const MAX_NAMES = 3_000;
const PERSON: WrittenBy = { author: "person", cause: null };

type Common = { agentId: string; by?: WrittenBy; signal?: AbortSignal };
/** Hears of the marked tables that the result may be from, or the words of what went wrong. */
type Hearing = { onRead?: (marks: readonly TableMark[]) => void };
type Limits = {
  mode?: AccessMode;
  /** So many rows are left out before the first that is given. */
  skip?: number;
  maxRows?: number;
  /** Characters of JSON; there is at least one row all the same. */
  maxBytes?: number;
};

/**
 * Runs one statement, or several as one transaction that fails as a whole; then the result is the last one's. What
 * cannot be done is an AppError: `invalid` with SQLite's words, or `unavailable`.
 */
export async function execute({
  sql,
  params,
  ...rest
}: Common & Hearing & Limits & SqlStatement): Promise<SqlResult> {
  const [result] = await script({ ...rest, statements: [{ sql, params }] });
  if (!result) throw new Error("The database gave no result");
  return result;
}

/** Several statements, each with its parameters, as one transaction; the result of each. */
export async function script({
  agentId,
  statements,
  mode = "any",
  skip,
  maxRows = SQL_LIMITS.rows,
  maxBytes = MAX_BYTES,
  by = PERSON,
  signal,
  onRead = () => {},
}: Common & Hearing & Limits & { statements: SqlStatement[] }): Promise<SqlResult[]> {
  const request = { statements, mode, skip, maxRows, maxBytes, origins: by.origins ?? [] };
  const reader = { isAgents: by.author === "agent", signal };
  const { answer, snapshot } = await explained(async () => {
    if (mode === "read") return read(agentId, request, reader);
    const done = beginsToRead(statements) ? await triedToRead(agentId, request, reader) : undefined;
    return done ?? written(agentId, request, by, signal);
  }, onRead);
  const { results, reads, writes, acts, marks } = answer;
  onRead(marks);
  tell(agentId, writes);
  return results.map((result) => ({ ...result, reads, writes, acts, ...(snapshot && { snapshot }) }));
}

/**
 * Whether SQL would change anything, as SQLite judges it by preparing it for who may only read; nothing is run. Throws the
 * AppError of what cannot be prepared, for who can tell what such SQL does once the tables are others.
 */
export const mayWriteSql = ({ agentId, sql }: { agentId: string; sql: string }): Promise<boolean> =>
  explained(() => {
    const judge = (ask: AskDatabase) => ask<{ op: "writes"; sql: string }>({ op: "writes", sql });
    return databaseOf(agentId).reading(judge, SQL_LIMITS.ms, { isAgents: true });
  });

/** Returns the tables to which SQL only adds rows, without running it; null if it does anything else. */
export const addsRowsTo = ({ agentId, sql }: { agentId: string; sql: string }): Promise<string[] | null> =>
  explained(() => {
    const judge = (ask: AskDatabase) => ask<{ op: "adds"; sql: string }>({ op: "adds", sql });
    return databaseOf(agentId).reading(judge, SQL_LIMITS.ms, { isAgents: true });
  });

/**
 * Puts many rows into a table, all or none; `create` runs first. The database is held until the last row has come: a
 * batch may take 5 s, and so may the wait for the next one, six times over.
 */
export async function loadTable({
  agentId,
  table,
  columns,
  rows,
  create,
  by = PERSON,
  signal,
}: Common & {
  table: string;
  columns: string[];
  rows: AsyncIterable<Cell[][]>;
  create?: string;
}): Promise<{ rows: number }> {
  const loading = async (ask: AskDatabase, reset: () => void) => {
    await copies(agentId, by).daily(ask);
    try {
      await ask({ op: "load", table, columns, create, origins: by.origins ?? [] });
      for await (const batch of rows) await ask({ op: "rows", rows: batch });
      return await ask({ op: "end" });
    } catch (error) {
      reset();
      throw error;
    }
  };
  const { count, writes } = await explained(() =>
    databaseOf(agentId).exclusive(loading, SQL_LIMITS.ms, signal),
  );
  tell(agentId, writes);
  return { rows: count };
}

/** Removes the mark of a table that the user trusts, or only these origins of it. Returns whether it had a mark. */
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

type Done = { answer: Exclude<RunAnswer, { stop: unknown }>; snapshot?: string };
type Run = Omit<RunRequest, "guard">;

/** Asked once more where a process was ended from outside: reading twice is reading once. */
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

/** What begins like a query need not wait for those who write, nor they for it. Undefined when it turns out to be none. */
async function triedToRead(agentId: string, request: Run, reader: Reader): Promise<Done | undefined> {
  try {
    return await read(agentId, request, reader);
  } catch (error) {
    if (isRefused(error) && error.error.code === "denied") return undefined;
    throw error;
  }
}

/** A guess, which only says who is asked first. */
const beginsToRead = (statements: SqlStatement[]): boolean =>
  statements.every(({ sql }) => /^\s*(select|values|with|explain)\b/i.test(sql));

const written = (agentId: string, request: Run, by: WrittenBy, signal?: AbortSignal): Promise<Done> =>
  databaseOf(agentId).exclusive((ask) => guarded(ask, request, copies(agentId, by)), SQL_LIMITS.ms, signal);

async function plain(ask: AskDatabase, request: Run): Promise<Done> {
  const answer = await ask({ op: "run", ...request, guard: null });
  if ("stop" in answer) throw new Error("The database stopped without a guard");
  return { answer };
}

/** Before the first write of a day, and before much would be lost, what is there is copied. */
async function guarded(ask: AskDatabase, request: Run, { isDue, keep, lost, lose }: Copies): Promise<Done> {
  let snapshot: string | undefined;
  for (let daily = await isDue(); ; daily = false) {
    const answer = await ask({ op: "run", ...request, guard: { daily, lost: lost() } });
    if ("stop" in answer) {
      snapshot = await keep(ask, answer.stop);
      if (answer.stop.reason === "daily") continue;
      return { ...(await plain(ask, request)), snapshot };
    }
    lose(answer.lost);
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

function tell(agent: string, writes: readonly string[]): void {
  if (writes.length === 0) return;
  const tables = JSON.stringify(writes).length > MAX_NAMES ? [] : [...writes];
  publish({ type: "database", agent, tables });
}
