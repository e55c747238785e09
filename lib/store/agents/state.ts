import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { state } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { Cause, WholeRevision } from "@/lib/shared/history";
import { joined, type Marked } from "@/lib/shared/origins";
import { problemOfJson } from "@/lib/shared/text/storable";
import { publish } from "@/lib/store/bus";
import { asJson, db, jsonValue, sql } from "@/lib/store/db";
import { liveOrigins, written } from "@/lib/store/origins";
import {
  type Add,
  type By,
  causeOf,
  changing,
  type Item,
  lock,
  type NewRevision,
  publishChange,
} from "@/lib/store/revisions";
import { mergeValues } from "./merge-values";

const MAX_CHARS = 1_000_000;
const SHAPE = { depth: 200, values: MAX_CHARS, anyText: true };

export type StateContent = { value: unknown };
export type Writer = By & { author: "agent" | "person" };

/**
 * Returns the value under a key and the web origins whose text it may include; undefined if the key does not
 * exist. The value itself may be null.
 */
export async function find(
  agentId: string,
  key: string,
): Promise<{ value: unknown; origins: string[] } | undefined> {
  const [row] = await stored(agentId, key);
  return row && { value: row.value, origins: row.origins ?? [] };
}

const stored = (agentId: string, key: string, tx?: TransactionSql) =>
  db(tx)
    .select({ value: state.value, origins: liveOrigins(agentId, "state", key) })
    .from(state)
    .where(at(agentId, key));

export const read = async (agentId: string, key: string): Promise<unknown> =>
  (await find(agentId, key))?.value ?? null;

/**
 * Stores a value and its revision. A write within 3 s of the last one by the same author and cause replaces
 * its revision, so that a component that writes on every keystroke does not create a version each time. An
 * unchanged value is not stored again.
 */
export async function write(agentId: string, key: string, value: unknown, by: Writer): Promise<void> {
  const text = textOf(value);
  const item = { agentId, kind: "state", name: key } as const;
  const isChanged = await sql().begin(async (tx) => {
    // Pipelined in one round trip, because state is written most often.
    const [, changed] = await Promise.all([
      lock(tx, item),
      put(tx, agentId, key, text, { ...by, cause: causeOf(by) }),
    ]);
    return changed.length > 0;
  });
  if (isChanged) publishWrite(item);
}

/**
 * Stores the changes that lead from `base` to `value`, also if another user has changed the value since. Returns the value
 * that is stored then, which may include text of the other user.
 */
export async function writeMerged(
  agentId: string,
  key: string,
  { base, value }: { base: unknown; value: unknown },
  by: Writer,
): Promise<unknown> {
  const item = { agentId, kind: "state", name: key } as const;
  const { merged, isChanged } = await sql().begin(async (tx) => {
    const [, [row]] = await Promise.all([lock(tx, item), stored(agentId, key, tx)]);
    const merged = mergeValues(base, row?.value ?? null, value);
    const origins = isDeepStrictEqual(merged, value)
      ? by.origins
      : joined(by.origins ?? [], row?.origins ?? []);
    const changed = await put(tx, agentId, key, textOf(merged), { ...by, origins, cause: causeOf(by) });
    return { merged, isChanged: changed.length > 0 };
  });
  if (isChanged) publishWrite(item);
  return merged;
}

function publishWrite(item: Item & { kind: "state" }): void {
  publish({ type: "state", agent: item.agentId, key: item.name });
  publishChange(item);
}

/**
 * Sets the value. A write replaces the whole value, so the origins are only those of the writer. If the value
 * is unchanged, it also keeps its earlier origins.
 */
const put = (
  tx: TransactionSql,
  agentId: string,
  key: string,
  text: string,
  { author, cause, origins = [] }: Writer,
) => tx`
  with given as (select ${text}::text as text, ${cause && asJson(cause)}::json as cause),
  changed as (
    insert into state (agent_id, key, value) select ${agentId}, ${key}, text::json from given
    on conflict (agent_id, key) do update set value = excluded.value, updated_at = now()
      where state.value::text <> excluded.value::text
    returning key
  ), last as (
    select id, version, created_at,
      content is not null and author = ${author} and cause->>'runId' is not distinct from ${runOf(cause)}::text
        and cause->'sheet'->>'title' is not distinct from ${surfaceOf(cause)?.title ?? null}::text
        and cause->'sheet'->>'program' is not distinct from ${surfaceOf(cause)?.program ?? null}::text
        and cause->>'program' is not distinct from ${programOf(cause)}::text
        and created_at > clock_timestamp() - interval '3 seconds' as goes_on
    from revisions where agent_id = ${agentId} and kind = 'state' and name = ${key} order by version desc limit 1
  ), replaced as (
    update revisions set content = ('{"value":' || given.text || '}')::json, cause = given.cause, origins = ${written(origins)}
    from given, changed, last where revisions.id = last.id and last.goes_on
  ), added as (
    insert into revisions (agent_id, kind, name, version, content, author, cause, origins, created_at)
    select ${agentId}, 'state', key, coalesce(last.version, 0) + 1, ('{"value":' || given.text || '}')::json, ${author},
      given.cause, ${written(origins)}, greatest(clock_timestamp(), last.created_at)
    from given, changed left join last on true where last.goes_on is not true
  )
  select key from changed`;

const surfaceOf = (cause: Cause | null) => (cause && "sheet" in cause ? cause.sheet : undefined);
const programOf = (cause: Cause | null) => (cause && "program" in cause ? cause.program : null);
const runOf = (cause: Cause | null) => (cause && "runId" in cause ? cause.runId : null);

export async function remove(agentId: string, key: string, by: Writer): Promise<boolean> {
  const gone = await changing({ agentId, kind: "state", name: key }, async (tx, add) => {
    const [row] = await db(tx).select({ key: state.key }).from(state).where(at(agentId, key));
    if (row) await putState(tx, add, agentId, key, { content: null, ...by });
    return row !== undefined;
  });
  if (gone) publish({ type: "state", agent: agentId, key });
  return gone;
}

/**
 * Stores a separate version and sets the value to it; null content deletes the key. Publishes no state
 * notice.
 */
export async function putState(
  tx: TransactionSql,
  add: Add,
  agentId: string,
  key: string,
  revision: By & Pick<NewRevision, "live"> & { content: StateContent | null },
): Promise<WholeRevision> {
  const added = await add(revision);
  if (revision.content) {
    const value = jsonValue(revision.content.value);
    await db(tx)
      .insert(state)
      .values({ agentId, key, value })
      .onConflictDoUpdate({ target: [state.agentId, state.key], set: { value, updatedAt: raw`now()` } });
  } else await db(tx).delete(state).where(at(agentId, key));
  return added;
}

export const keys = async (agentId: string, prefix = ""): Promise<string[]> =>
  (await keysMarked(agentId, prefix)).keys;

/** Returns all keys, and the origins of those whose name or value may include web text. */
export async function keysMarked(
  agentId: string,
  prefix = "",
): Promise<{ keys: string[]; marked: Marked[] }> {
  const rows = await db()
    .select({ key: state.key, origins: liveOrigins(agentId, "state", state.key) })
    .from(state)
    .where(under(agentId, prefix))
    .orderBy(asc(state.key));
  const marked = rows.flatMap(({ key: name, origins }) =>
    origins?.length ? [{ kind: "state" as const, name, origins }] : [],
  );
  return { keys: rows.map(({ key }) => key), marked };
}

export async function entries(agentId: string, prefix = "") {
  const rows = await db()
    .select({ key: state.key, value: state.value, updatedAt: state.updatedAt })
    .from(state)
    .where(under(agentId, prefix))
    .orderBy(asc(state.key));
  return rows.map((row) => ({ ...row, updatedAt: new Date(row.updatedAt).toISOString() }));
}

const at = (agentId: string, key: string) => and(eq(state.agentId, agentId), eq(state.key, key));

// Compares the prefix without LIKE, because it may contain % and _.
const under = (agentId: string, prefix: string) =>
  and(eq(state.agentId, agentId), raw`starts_with(${state.key}, ${prefix})`);

/** Returns the JSON of a value. Throws if it is too large or cannot be stored in an agent file. */
function textOf(value: unknown): string {
  const found = problemOfJson(value, SHAPE);
  const text = found ? "" : asJson(value);
  const problem = found
    ? `${found.path || "it"} ${found.problem}`
    : text.length > MAX_CHARS && tooLong(text.length);
  if (!problem) return text;
  throw new AppError("invalid", `The value cannot be stored: ${problem}.`);
}

const tooLong = (length: number) => `it has ${length} characters of JSON, and the maximum is ${MAX_CHARS}`;
