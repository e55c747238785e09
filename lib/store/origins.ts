import {
  and,
  type Column,
  desc,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  ne,
  not,
  sql as raw,
  type SQL,
  type SQLWrapper,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { files, revisions, trusts } from "@/drizzle/schema";
import type { Kind } from "@/lib/shared/kinds";
import { type Holder, MAX_ORIGINS, type Mark } from "@/lib/shared/origins";
import { publish } from "./bus";
import { asJson, db, sql } from "./db";
import { fixed, partOf, type Sql, valuesTable } from "./sql-fragments";

/**
 * Items that store their origins in `revisions` or `files`. SQL tables and document collections store their
 * own.
 */
export type TrackedKind = Exclude<Holder, "table" | "collection">;

export const limitedOrigins = (origins: readonly string[]) =>
  raw`array(select json_array_elements_text(${asJson(origins.slice(0, MAX_ORIGINS))}::json))`;

export const written = (origins: readonly string[]) => partOf(limitedOrigins(origins));

/** Removes duplicates, keeping the first MAX_ORIGINS. */
export const distinctOrigins = (origins: SQLWrapper) => raw`array(
  select origin from unnest(${origins}) with ordinality as one(origin, nth)
  group by origin order by min(nth) limit ${MAX_ORIGINS}::int)`;

/** Removes duplicates, ordered by last occurrence. Keeps the newest MAX_ORIGINS. */
export const newestLast = (all: Sql) => sql()`array(
  select origin from (
    select origin, max(nth) as nth from unnest(${all}) with ordinality as one(origin, nth)
    group by origin order by max(nth) desc limit ${MAX_ORIGINS}) newest
  order by nth)`;

export const originsOf = (agentId: string | Sql, kind: TrackedKind, name: string | Sql) => sql()`
  select to_json(r.origins) from ${valuesTable({ agent: sql()`${agentId}::uuid`, name: sql()`${name}::text` })}, revisions r
  where r.agent_id = given.agent and r.kind = ${kind} and r.name = given.name and r.live order by r.version desc limit 1`;

/**
 * Drizzle subquery for the origins of an item's live version; null if it has none. `agentId` and `name` may
 * be columns of the calling statement.
 */
export function liveOrigins(agentId: string | Column | SQL, kind: Kind, name: string | Column | SQL) {
  const version = alias(revisions, "live_origins");
  const query = db()
    .select({ origins: version.origins })
    .from(version)
    .where(and(eq(version.agentId, agentId), eq(version.kind, kind), eq(version.name, name), version.live))
    .orderBy(desc(version.version))
    .limit(1);
  return raw<string[] | null>`(${query})`.mapWith(version.origins);
}

/** Returns the origins of one version. Later they change only if the user trusts that version. */
export async function originsOfVersion(
  agentId: string,
  kind: "tool" | "component",
  name: string,
  version: number,
): Promise<string[]> {
  const [row] = await db()
    .select({ origins: revisions.origins })
    .from(revisions)
    .where(and(isItem(agentId, kind, name), eq(revisions.version, version)));
  return row?.origins ?? [];
}

const isItem = (agentId: string, kind: Kind, name: string) =>
  and(eq(revisions.agentId, agentId), eq(revisions.kind, kind), eq(revisions.name, name));

/**
 * SQL arrays for a new conversation: the origins of the prompt and notes of agent `a`, and `origin kind name`
 * for each.
 */
export const identityOrigins = fixed(
  () => sql()`array(
  select distinct origin from (${identityMarks()}) mark)`,
);
export const identityThrough = fixed(
  () => sql()`array(
  select origin || ' ' || kind || ' ' || kind from (${identityMarks()}) mark)`,
);

const identityMarks = () => sql()`
  select r.kind, origin from revisions r cross join unnest(r.origins) as one(origin)
  where r.agent_id = a.id and r.name = r.kind and r.kind in ('system_prompt', 'learned_notes')
    and r.version = case r.kind when 'system_prompt' then a.prompt_version else a.notes_version end`;

export async function listTaintedItems(agentId: string): Promise<Mark[]> {
  const { kind, name, origins, createdAt, live, content } = revisions;
  const newer = alias(revisions, "newer_version");
  const isOvertaken = exists(
    db()
      .select({ id: newer.id })
      .from(newer)
      .where(
        and(
          ...[eq(newer.agentId, revisions.agentId), eq(newer.kind, kind), eq(newer.name, name)],
          ...[newer.live, gt(newer.version, revisions.version)],
        ),
      ),
  );
  const rows: Mark[] = await db()
    .select({ kind: raw<TrackedKind>`${kind}`, name, origins, since: createdAt })
    .from(revisions)
    .where(
      and(
        ...[eq(revisions.agentId, agentId), raw`${origins} <> '{}'`, live, isNotNull(content)],
        // The tables themselves store the origins of changed rows.
        ne(kind, "database"),
        not(isOvertaken),
      ),
    )
    .unionAll(
      db()
        .select({
          ...{ kind: raw<"file">`'file'`, name: raw<string>`${files.id}::text` },
          ...{ origins: files.origins, since: files.createdAt },
        })
        .from(files)
        .where(and(eq(files.agentId, agentId), raw`${files.origins} <> '{}'`, isNull(files.deletedAt))),
    );
  return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }));
}

/** Clears the origins of the live version because the user trusts it. Returns the origins that it had. */
export async function trustItem(agentId: string, kind: TrackedKind, name: string): Promise<string[]> {
  const rows = await sql()<{ origins: string[] }[]>`
    with old as (${itemRow(agentId, kind, name)} for update)
    update ${tableOf(kind)} item set origins = '{}' from old where item.id = old.id and old.origins <> '{}'
    returning to_json(old.origins) as origins`;
  tell(agentId, kind, name, rows.length > 0);
  return rows[0]?.origins ?? [];
}

/** Adds origins to the live version because the user no longer trusts it. Returns false if there is no such item. */
export async function distrustItem(
  agentId: string,
  kind: TrackedKind,
  name: string,
  origins: readonly string[],
): Promise<boolean> {
  const added = sql()`(select array_agg(one) from json_array_elements_text(${asJson(origins)}::json) as given(one))`;
  const rows = await sql()`
    with old as (${itemRow(agentId, kind, name)} for update)
    update ${tableOf(kind)} item
    set origins = (select array_agg(distinct one) from unnest(old.origins || ${added}) as all_of(one))
    from old where item.id = old.id returning item.id`;
  tell(agentId, kind, name, rows.length > 0);
  return rows.length > 0;
}

const tableOf = (kind: TrackedKind) => sql()(kind === "file" ? "files" : "revisions");

/** Selects the file, or the last live version of the item. */
const itemRow = (agentId: string, kind: TrackedKind, name: string) =>
  kind === "file"
    ? sql()`select id, origins from files where agent_id = ${agentId} and id::text = ${name} and deleted_at is null`
    : sql()`select id, origins from revisions where agent_id = ${agentId} and kind = ${kind} and name = ${name} and live
        order by version desc limit 1`;

function tell(agent: string, kind: TrackedKind, name: string, isChanged: boolean): void {
  if (!isChanged) return;
  if (kind === "file") publish({ type: "file", agent, id: name });
  else publish({ type: "history", agent, kind, name });
}

type Trusted = { agentId: string; kind: Holder; name: string };

/** Stores the origins that the user trusts in a value, in addition to those trusted before. */
export async function keepTrust({ agentId, kind, name }: Trusted, origins: readonly string[]): Promise<void> {
  await sql()`
    insert into trusts as trust (agent_id, kind, name, origins)
    values (${agentId}, ${kind}, ${name}, ${partOf(limitedOrigins(origins))})
    on conflict (agent_id, kind, name) do update set trusted_at = now(), origins =
      (select array_agg(distinct one) from unnest(trust.origins || excluded.origins) as all_of(one))`;
}

export async function forgetTrust({ agentId, kind, name }: Trusted): Promise<void> {
  await sql()`delete from trusts where agent_id = ${agentId} and kind = ${kind} and name = ${name}`;
}

export const listTrusts = async (agentId: string): Promise<Mark[]> => {
  const { kind, name, origins, trustedAt } = trusts;
  const rows = await db()
    .select({ kind: raw<Holder>`${kind}`, name, origins, since: trustedAt })
    .from(trusts)
    .where(eq(trusts.agentId, agentId));
  return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }));
};
