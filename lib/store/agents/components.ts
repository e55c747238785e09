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
import { given, type Sql } from "@/lib/store/given";
import { liveOrigins, originsOf } from "@/lib/store/origins";
import { type Add, type By, changing, type NewRevision } from "@/lib/store/revisions";
import type { ComponentRow } from "@/lib/store/rows";
import { holdsAll, piecesOf } from "@/lib/store/search/search";

const KIND = "component";

/** The schema of the props has the name that routes and tools give it. */
type Live = Pick<ComponentRow, "name" | "description" | "version" | "updatedAt"> & {
  props_schema: ComponentRow["propsSchema"];
};

type Wanted = {
  /** Words that are all found in its name or its description. */
  q?: string;
  /** The name that they follow. */
  after?: string;
  /** All, where it is left out. */
  limit?: number;
};

/** By name. */
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

/** More do not fit into a prompt. */
export const MAX_NAMED = 60;

/** The components that were changed last, at most `MAX_NAMED`. */
export const newestComponents = (agentId: string): Promise<NamedComponent[]> =>
  sql()<NamedComponent[]>`${named(sql()`${agentId}::uuid`)}`;

/** The same as one JSON value, of the agent that a column names. */
export const componentsOf = (agentId: Sql) => sql()`(select json_agg(n) from (${named(agentId)}) n)`;

const named = (agentId: Sql) => sql()`
  select c.name, c.props_schema, coalesce((${originsOf(sql()`c.agent_id`, KIND, sql()`c.name`)}), '[]') as origins
  from ${given({ agent: sql()`${agentId}::uuid` })}, components c where c.agent_id = given.agent and c.deleted_at is null
  order by c.updated_at desc, c.name limit ${MAX_NAMED}`;

/** The live version; null when there is none. */
export async function readComponent(agentId: string, name: string): Promise<Component | null> {
  const { description, code, version, updatedAt, propsSchema: props_schema } = components;
  const [row] = await db()
    .select({ name: components.name, description, code, props_schema, version, updatedAt })
    .from(components)
    .where(liveAt(agentId, name));
  return row ? { ...row, updatedAt: toIso(row.updatedAt) } : null;
}

const MOST_DELETED = 100;

/** What was deleted last and is not there again, the last first; History has the others. Its versions are kept for ever. */
export async function deletedComponents(agentId: string): Promise<DeletedComponent[]> {
  const { name, description, version, deletedAt } = components;
  const rows = await db()
    .select({ name, description, version, deletedAt })
    .from(components)
    .where(and(eq(components.agentId, agentId), isNotNull(deletedAt)))
    .orderBy(desc(deletedAt), asc(name))
    .limit(MOST_DELETED);
  return rows.flatMap(({ deletedAt: time, ...row }) =>
    time === null ? [] : [{ ...row, deletedAt: new Date(time).toISOString() }],
  );
}

/** Whether a version was ever live, also if it was deleted since. */
export async function wasLive(agentId: string, name: string): Promise<boolean> {
  const [row] = await db().select({ name: components.name }).from(components).where(at(agentId, name));
  return row !== undefined;
}

/**
 * Writes a new version and puts it live. `base` is the live version that it was made from, 0 where there was none; null
 * when another one is live by now.
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

/** Keeps a version that does not work; what is live stays so. */
export async function keepFailed(
  agentId: string,
  name: string,
  revision: NewRevision & { content: ComponentContent; failure: string },
): Promise<WholeRevision> {
  const stored = await changing({ agentId, kind: KIND, name }, (_, add) => add({ ...revision, live: false }));
  publish({ type: "component", agent: agentId, name });
  return stored;
}

/** Takes a component away; its versions stay. Null when it was not there. */
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

/** Writes a version and makes what is live equal to it. It publishes no change of a component. */
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
