import { and, asc, desc, eq, gt, isNotNull, isNull, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { TransactionSql } from "postgres";
import { components, revisions } from "@/drizzle/schema";
import type {
  Component,
  ComponentContent,
  ComponentSummary,
  DeletedComponent,
} from "@/lib/shared/components/contract";
import type { WholeRevision } from "@/lib/shared/history";
import { publish } from "@/lib/store/bus";
import { db, sql, toIso } from "@/lib/store/db";
import { liveOrigins, originsOf } from "@/lib/store/origins";
import { type Add, type By, changing, type NewRevision } from "@/lib/store/revisions";
import type { ComponentRow } from "@/lib/store/rows";
import { holdsAll, piecesOf } from "@/lib/store/search/search";
import { type Sql, valuesTable } from "@/lib/store/sql-fragments";

export const KIND = "component";

/** The name `props_schema` matches the field of routes and tools. */
type Live = Pick<ComponentRow, "name" | "description" | "version" | "updatedAt"> & {
  props_schema: ComponentRow["propsSchema"];
};

type Wanted = {
  /** Words that must all occur in the name or description. */
  q?: string;
  after?: string;
  limit?: number;
};

export async function listComponents(
  agentId: string,
  { q = "", after, limit }: Wanted = {},
): Promise<ComponentSummary[]> {
  const pieces = piecesOf(q);
  const { name, description, version, propsSchema, updatedAt } = components;
  const tried = alias(revisions, "failed_version");
  const lastFailed = db()
    .select({ failed: raw`json_build_object('version', ${tried.version}, 'message', ${tried.failure})` })
    .from(tried)
    .where(
      and(
        ...[eq(tried.agentId, components.agentId), eq(tried.kind, KIND), eq(tried.name, name)],
        ...[gt(tried.version, version), isNotNull(tried.failure)],
      ),
    )
    .orderBy(desc(tried.version))
    .limit(1);
  const query = db()
    .select({
      ...{ name, description, version, props_schema: propsSchema, updatedAt },
      failed: raw<ComponentSummary["failed"] | null>`(${lastFailed})`,
      origins: liveOrigins(components.agentId, KIND, name),
    })
    .from(components)
    .where(
      and(
        ...[eq(components.agentId, agentId), isNull(components.deletedAt)],
        pieces.length === 0 ? undefined : holdsAll(raw`${name} || ' ' || ${description}`, pieces),
        after === undefined ? undefined : raw`(lower(${name}), ${name}) > (lower(${after}), ${after})`,
      ),
    )
    .orderBy(raw`lower(${name})`, asc(name));
  const rows = await (limit === undefined ? query : query.limit(limit));
  return rows.map(({ failed, origins, ...row }) => ({
    ...row,
    updatedAt: toIso(row.updatedAt),
    ...(failed && { failed }),
    ...(origins?.length && { origins }),
  }));
}

export type NamedComponent = Pick<Live, "name" | "props_schema"> & Pick<ComponentSummary, "origins">;

export const MAX_NAMED = 60;

export const newestComponents = (agentId: string): Promise<NamedComponent[]> =>
  sql()<NamedComponent[]>`${named(sql()`${agentId}::uuid`)}`;

/** Like `newestComponents`, as one JSON value in SQL. */
export const componentsOf = (agentId: Sql) => sql()`(select json_agg(n) from (${named(agentId)}) n)`;

const named = (agentId: Sql) => sql()`
  select c.name, c.props_schema, coalesce((${originsOf(sql()`c.agent_id`, KIND, sql()`c.name`)}), '[]') as origins
  from ${valuesTable({ agent: sql()`${agentId}::uuid` })}, components c where c.agent_id = given.agent and c.deleted_at is null
  order by c.updated_at desc, c.name limit ${MAX_NAMED}`;

export async function readComponent(agentId: string, name: string): Promise<Component | null> {
  const { description, code, version, updatedAt, propsSchema: props_schema } = components;
  const [row] = await db()
    .select({ name: components.name, description, code, props_schema, version, updatedAt })
    .from(components)
    .where(liveAt(agentId, name));
  return row ? { ...row, updatedAt: toIso(row.updatedAt) } : null;
}

const MAX_DELETED = 100;

/** Lists the 100 most recently deleted components, newest first. Their versions are kept forever. */
export async function deletedComponents(agentId: string): Promise<DeletedComponent[]> {
  const { name, description, version, deletedAt } = components;
  const rows = await db()
    .select({ name, description, version, deletedAt })
    .from(components)
    .where(and(eq(components.agentId, agentId), isNotNull(deletedAt)))
    .orderBy(desc(deletedAt), asc(name))
    .limit(MAX_DELETED);
  return rows.flatMap(({ deletedAt: time, ...row }) =>
    time === null ? [] : [{ ...row, deletedAt: new Date(time).toISOString() }],
  );
}

/** Returns whether the component was ever live, even if it was deleted since. */
export async function wasLive(agentId: string, name: string): Promise<boolean> {
  const [row] = await db().select({ name: components.name }).from(components).where(at(agentId, name));
  return row !== undefined;
}

/** Returns whether any component had the name, live or not, or has permissions stored under it. */
export async function wasNamed(agentId: string, name: string): Promise<boolean> {
  const [row] = await sql()<{ found: boolean }[]>`
    select exists (select from revisions r where r.agent_id = ${agentId} and r.kind = ${KIND} and r.name = ${name})
      or exists (select from component_grants g where g.agent_id = ${agentId} and g.subject = ${`${KIND}:${name}`}) as found`;
  return row?.found ?? false;
}

/**
 * Stores a new version and makes it live. `base` is the live version that it is based on, 0 if none. Returns
 * null if another version is live.
 */
export async function putComponent(
  agentId: string,
  name: string,
  base: number,
  revision: NewRevision & { content: ComponentContent },
): Promise<WholeRevision | null> {
  const stored = await changing({ agentId, kind: KIND, name }, async (tx, add) => {
    const [live] = await db(tx)
      .select({ version: components.version })
      .from(components)
      .where(liveAt(agentId, name))
      .for("update");
    if ((live?.version ?? 0) !== base) return null;
    return setComponent(tx, add, agentId, name, revision);
  });
  if (stored) publish({ type: "component", agent: agentId, name });
  return stored;
}

export async function keepFailed(
  agentId: string,
  name: string,
  revision: NewRevision & { content: ComponentContent; failure: string },
): Promise<WholeRevision> {
  const stored = await changing({ agentId, kind: KIND, name }, (_, add) => add({ ...revision, live: false }));
  publish({ type: "component", agent: agentId, name });
  return stored;
}

/** Deletes a component; its versions remain. Returns null if it did not exist. */
export async function removeComponent(agentId: string, name: string, by: By): Promise<WholeRevision | null> {
  const gone = await changing({ agentId, kind: KIND, name }, async (tx, add) => {
    const [live] = await db(tx)
      .select({ name: components.name })
      .from(components)
      .where(liveAt(agentId, name));
    return live ? setComponent(tx, add, agentId, name, { content: null, ...by }) : null;
  });
  if (gone) publish({ type: "component", agent: agentId, name });
  return gone;
}

/** Stores a version and makes it live; null content deletes the component. Publishes no component notice. */
export async function setComponent(
  tx: TransactionSql,
  add: Add,
  agentId: string,
  name: string,
  revision: NewRevision & { content: ComponentContent | null },
): Promise<WholeRevision> {
  const added = await add(revision);
  if (revision.content) {
    const { description, code, props_schema: propsSchema } = revision.content;
    await db(tx)
      .insert(components)
      .values({ agentId, name, description, code, propsSchema, version: added.version })
      .onConflictDoUpdate({
        target: [components.agentId, components.name],
        set: {
          description: raw`excluded.description`,
          code: raw`excluded.code`,
          propsSchema: raw`excluded.props_schema`,
          version: raw`excluded.version`,
          ...{ deletedAt: null, updatedAt: raw`now()` },
        },
      });
  } else await db(tx).update(components).set({ deletedAt: raw`now()` }).where(at(agentId, name));
  return added;
}

const at = (agentId: string, name: string) => and(eq(components.agentId, agentId), eq(components.name, name));
const liveAt = (agentId: string, name: string) => and(at(agentId, name), isNull(components.deletedAt));
