import { and, desc, eq, isNotNull, sql as raw } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import type { ISql, TransactionSql } from "postgres";
import { revisions } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { Author, Cause, Revision, WholeRevision } from "@/lib/shared/history";
import { type Kind, PARTS } from "@/lib/shared/kinds";
import { publish } from "./bus";
import { asJson, db, jsonValue, sql } from "./db";
import { distinctOrigins, keptOrigins } from "./origins";
import { titleOfRevision } from "./revision-title";
import type { RevisionRow } from "./rows";

/** One thing of which versions are kept. */
export type Thing = { agentId: string; kind: Kind; name: string };
/** Who writes a version, and what led to it; `origins`: those on the web whose text may be in what they write. */
export type By = { author: Author; cause: Cause | null; origins?: readonly string[] };
export type NewRevision = By & {
  /** Null takes the thing away. */
  content: unknown;
  /** Why it was found not to work. */
  failure?: string | null;
  /** False for what is kept, but does not go live. */
  live?: boolean;
};

const PAGE = 50;

/**
 * Of what the agent is made of, which goes back to a moment together and travels in an agent file. `on` is the client of the
 * statement: each bundle may have a driver of its own, which takes another one's pieces for values.
 */
export const ofParts = (on: ISql) => on`kind in (select json_array_elements_text(${asJson(PARTS)}::json))`;

export type Add = (revision: NewRevision) => Promise<WholeRevision>;

/**
 * Changes a thing and writes down its new version, both or neither. Who changes the same thing meanwhile waits, so that
 * what `change` reads is still so when it writes; so does who changes all of the agent's things at once.
 */
export async function changing<T>(
  thing: Thing,
  change: (tx: TransactionSql, add: Add) => Promise<T>,
): Promise<T> {
  return changingSeveral([thing], (tx, addFor) => change(tx, addFor(thing)));
}

/** The same for several things of one agent, all or none. */
export async function changingSeveral<T>(
  things: readonly Thing[],
  change: (tx: TransactionSql, addFor: (thing: Thing) => Add) => Promise<T>,
): Promise<T> {
  const changed = new Set<Thing>();
  const result = await sql().begin(async (tx) => {
    // In one order: who waits for one of them holds none that comes after it.
    for (const thing of things.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) await lock(tx, thing);
    const value = await change(tx, (thing) => (revision) => {
      changed.add(thing);
      return adding(tx, thing)(revision);
    });
    return { value };
  });
  for (const thing of changed) publishChange(thing);
  return result.value;
}

const keyOf = ({ agentId, kind, name }: Thing) => `${agentId} ${kind} ${name}`;

/** The agent's first, shared: `changingAll` holds it alone and thereby every thing. */
export const lock = (tx: TransactionSql, thing: Thing) => tx`
  select pg_advisory_xact_lock_shared(hashtextextended(${thing.agentId}, 0)),
    pg_advisory_xact_lock(hashtextextended(${keyOf(thing)}, 0))`;

/**
 * Changes any of the agent's things together, all or none; nobody else changes one meanwhile. `time` is for the versions
 * that are written: no earlier one has it. It publishes nothing.
 */
export async function changingAll<T>(
  agentId: string,
  change: (tx: TransactionSql, time: string) => Promise<T>,
): Promise<T> {
  const result = await sql().begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${agentId}, 0))`;
    const [clock] = await tx<{ time: string }[]>`
      select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as time`;
    if (!clock) throw new Error("The database gave no time");
    return { value: await change(tx, new Date(clock.time).toISOString()) };
  });
  return result.value;
}

export const publishChange = ({ agentId, kind, name }: Thing): void =>
  publish({ type: "history", agent: agentId, kind, name });

/**
 * Writes the next version of a thing, in a transaction that holds its lock or the agent's. It keeps the origins of what
 * its writer had read; where the agent or the person has changed a thing, those of the version before stay as well, for
 * nobody knows how much of it is left. They go when the thing is emptied or deleted, or trusted by the person.
 */
export const adding =
  (tx: TransactionSql, { agentId, kind, name }: Thing, time: string | null = null): Add =>
  async ({ content, author, cause, failure = null, live = true, origins = [] }) => {
    const isEdit = author === "agent" || author === "person";
    const isEmpty = content === null || content === "";
    const before = alias(revisions, "version_before");
    const isBefore = and(eq(before.agentId, agentId), eq(before.kind, kind), eq(before.name, name));
    const last = (column: PgColumn) =>
      db(tx).select({ column }).from(before).where(isBefore).orderBy(desc(before.version)).limit(1);
    const base = db(tx)
      .select({ origins: before.origins })
      .from(before)
      .where(isBefore)
      .orderBy(desc(before.live), desc(before.version))
      .limit(1);
    const merged = distinctOrigins(raw`${keptOrigins(origins)} || coalesce((${base}), '{}')`);
    const [row] = await db(tx)
      .insert(revisions)
      .values({
        ...{ agentId, kind, name, author, failure, live },
        version: raw`coalesce((${last(before.version)}), 0) + 1`,
        content: content === null ? null : jsonValue(content),
        cause: cause && jsonValue(cause),
        origins: isEmpty ? raw`'{}'` : isEdit ? merged : keptOrigins(origins),
        // By the clock, which goes on while a transaction waits for the lock: a later version has a later time.
        createdAt: raw`greatest(coalesce(${time}::timestamptz, clock_timestamp()), (${last(before.createdAt)}))`,
      })
      .returning(columns());
    if (!row) throw new Error("A revision was not stored");
    return { ...toRevision(row), content };
  };

type Query = {
  kind?: Kind;
  name?: string;
  author?: Author;
  cursor?: string;
  /** Only what is older than this time. */
  before?: string;
  limit?: number;
};

/** Without their contents, newest first. */
export async function listRevisions(
  agentId: string,
  { kind, name, author, cursor, before, limit = PAGE }: Query = {},
): Promise<{ revisions: Revision[]; nextCursor?: string }> {
  const under = cursor === undefined ? null : parseCursor(cursor);
  const rows = await db()
    .select(columns())
    .from(revisions)
    .where(
      and(
        eq(revisions.agentId, agentId),
        kind && eq(revisions.kind, kind),
        name === undefined ? undefined : eq(revisions.name, name),
        author && eq(revisions.author, author),
        under === null ? undefined : raw`${revisions.position} < ${under}::bigint`,
        before === undefined ? undefined : raw`${revisions.createdAt} < ${before}::timestamptz`,
      ),
    )
    .orderBy(desc(revisions.position))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    revisions: page.map(toRevision),
    ...(rows.length > limit && last && { nextCursor: String(last.position) }),
  };
}

export async function readRevision(agentId: string, id: string, on: ISql = sql()): Promise<WholeRevision> {
  const [row] = await selectWhole(on).where(and(eq(revisions.agentId, agentId), eq(revisions.id, id)));
  if (!row) throw new AppError("not_found", `There is no revision ${id}. GET /api/history lists them.`);
  return whole(row);
}

/** One version of a thing; the newest when none is named. Null when there is no such. */
export async function readVersion(thing: Thing, version?: number): Promise<WholeRevision | null> {
  const [row] = await selectWhole(sql())
    .where(and(isOf(thing), version === undefined ? undefined : eq(revisions.version, version)))
    .orderBy(desc(revisions.version))
    .limit(1);
  return row ? whole(row) : null;
}

/** What a thing is at the moment; null when it never was. */
export async function readLive(on: ISql, thing: Thing): Promise<WholeRevision | null> {
  const [row] = await selectWhole(on)
    .where(and(isOf(thing), revisions.live))
    .orderBy(desc(revisions.version))
    .limit(1);
  return row ? whole(row) : null;
}

const isOf = ({ agentId, kind, name }: Thing) =>
  and(eq(revisions.agentId, agentId), eq(revisions.kind, kind), eq(revisions.name, name));

const selectWhole = (on: ISql) =>
  db(on)
    .select({ ...columns(), content: revisions.content })
    .from(revisions);

type Row = Omit<RevisionRow, "agentId" | "content" | "cause"> & {
  cause: Cause | null;
  title: string | null;
  deleted: boolean;
};
type WholeRow = Row & Pick<RevisionRow, "content">;

const whole = ({ content, ...row }: WholeRow): WholeRevision => ({ ...toRevision(row), content });

function columns() {
  const { id, kind, name, version, author, content, failure, live, origins, createdAt, position } = revisions;
  return {
    ...{ id, kind, name, version, author, failure, live, origins, createdAt, position },
    title: title(),
    cause: raw<Cause | null>`${revisions.cause}`,
    deleted: raw<boolean>`${content} is null`,
  };
}

/** The title of a thing that is named by its id: in this version, or in the last one before it was deleted. */
function title() {
  const named = alias(revisions, "named_version");
  const last = db()
    .select({ title: titleOfRevision(named) })
    .from(named)
    .where(
      and(
        ...[eq(named.agentId, revisions.agentId), eq(named.kind, revisions.kind)],
        ...[eq(named.name, revisions.name), isNotNull(named.content)],
      ),
    )
    .orderBy(desc(named.version))
    .limit(1);
  return raw<string | null>`
    coalesce(${titleOfRevision(revisions)}, case when ${revisions.content} is null then (${last}) end)`;
}

const toRevision = ({ position: _, createdAt, title, ...row }: Row): Revision => ({
  ...row,
  ...(title && { title }),
  createdAt: new Date(createdAt).toISOString(),
});

function parseCursor(cursor: string): string {
  if (/^\d{1,18}$/.test(cursor)) return cursor;
  throw new AppError("invalid", "The cursor is not one that a list gave. Leave it out to begin at the top.");
}
