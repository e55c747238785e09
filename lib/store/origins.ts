import { and, type Column, desc, eq, sql as raw, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { revisions } from "@/drizzle/schema";
import { type Holder, MAX_ORIGINS, type Mark } from "@/lib/shared/origins";
import { publish } from "./bus";
import { asJson, db, sql } from "./db";
import { given, type Sql } from "./given";

/** What has versions keeps origins with each, files with each; tables of the agent's database and collections of documents keep theirs themselves. */
export type Kept = Exclude<Holder, "table" | "collection">;

/** Origins as a value of SQL. */
export const written = (origins: readonly string[]) =>
  sql()`array(select json_array_elements_text(${asJson(origins.slice(0, MAX_ORIGINS))}::json))`;

/** Origins as a value for drizzle. */
export const keptOrigins = (origins: readonly string[]) =>
  raw`array(select json_array_elements_text(${asJson(origins.slice(0, MAX_ORIGINS))}::json))`;

/** Each of them once; of very many the first. */
export const distinct = (origins: Sql) => sql()`array(
  select origin from unnest(${origins}) with ordinality as one(origin, nth)
  group by origin order by min(nth) limit ${MAX_ORIGINS})`;

/** Each once. Origins are few; of a conversation that has seen very many, the newest. */
export const newestLast = (all: Sql) => sql()`array(
  select origin from (
    select origin, max(nth) as nth from unnest(${all}) with ordinality as one(origin, nth)
    group by origin order by max(nth) desc limit ${MAX_ORIGINS}) newest
  order by nth)`;

/** A query for the origins of the live version of an item, as JSON. */
export const originsOf = (agentId: string | Sql, kind: Kept, name: string | Sql) => sql()`
  select to_json(r.origins) from ${given({ agent: sql()`${agentId}::uuid`, name: sql()`${name}::text` })}, revisions r
  where r.agent_id = given.agent and r.kind = ${kind} and r.name = given.name and r.live order by r.version desc limit 1`;

/**
 * A subquery for drizzle: the origins of the live version of an item; null if it has none. `agentId` and `name` may be columns of
 * the calling statement.
 */
export function liveOrigins(
  agentId: string | Column | SQL,
  kind: (typeof revisions.$inferSelect)["kind"],
  name: string | Column | SQL,
) {
  const version = alias(revisions, "live_origins");
  const query = db()
    .select({ origins: version.origins })
    .from(version)
    .where(and(eq(version.agentId, agentId), eq(version.kind, kind), eq(version.name, name), version.live))
    .orderBy(desc(version.version))
    .limit(1);
  return raw<string[] | null>`(${query})`.mapWith(version.origins);
}

/** Of one version, which never changes but by being trusted. */
export async function originsOfVersion(
  agentId: string,
  kind: "tool" | "component",
  name: string,
  version: number,
): Promise<string[]> {
  const [row] = await sql()<{ origins: string[] }[]>`
    select to_json(origins) as origins from revisions
    where agent_id = ${agentId} and kind = ${kind} and name = ${name} and version = ${version}`;
  return row?.origins ?? [];
}

/** What the prompt and the notes of an agent `a` bring into a conversation that begins with them: origins, and in what they were read. */
export const identityOrigins = () => sql()`array(
  select distinct origin from (${identityMarks()}) mark)`;
export const identityThrough = () => sql()`array(
  select origin || ' ' || kind || ' ' || kind from (${identityMarks()}) mark)`;

const identityMarks = () => sql()`
  select r.kind, origin from revisions r cross join unnest(r.origins) as one(origin)
  where r.agent_id = a.id and r.name = r.kind and r.kind in ('system_prompt', 'learned_notes')
    and r.version = case r.kind when 'system_prompt' then a.prompt_version else a.notes_version end`;

/** All that is live and may hold text of the web. */
export async function listKept(agentId: string): Promise<Mark[]> {
  const rows = await sql()<Mark[]>`
    select r.kind, r.name, to_json(r.origins) as origins, r.created_at as since from revisions r
    where r.agent_id = ${agentId} and r.origins <> '{}' and r.live and r.content is not null and not exists (
      select from revisions n where n.agent_id = r.agent_id and n.kind = r.kind and n.name = r.name and n.live
        and n.version > r.version)
    union all
    select 'file', f.id::text, to_json(f.origins), f.created_at from files f
    where f.agent_id = ${agentId} and f.origins <> '{}' and f.deleted_at is null`;
  return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }));
}

/** Takes the mark from what is live: the person has looked at it. Whether there was one. */
export async function trustKept(agentId: string, kind: Kept, name: string): Promise<boolean> {
  const rows =
    kind === "file"
      ? await sql()`
          update files set origins = '{}' where agent_id = ${agentId} and id::text = ${name} and origins <> '{}' returning id`
      : await sql()`
          update revisions set origins = '{}'
          where origins <> '{}' and id = (
            select id from revisions where agent_id = ${agentId} and kind = ${kind} and name = ${name} and live
            order by version desc limit 1) returning id`;
  if (rows.length === 0) return false;
  if (kind === "file") publish({ type: "file", agent: agentId, id: name });
  else publish({ type: "history", agent: agentId, kind, name });
  return true;
}
