import { and, desc, eq, inArray, isNotNull, lt, sql as raw } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import type { ISql, TransactionSql } from "postgres";
import { revisions } from "@/drizzle/schema";
import { actingMember, actingProgram, actingRight, viewer } from "@/lib/ground/base/acting";
import { AppError } from "@/lib/shared/errors";
import type { Author, Cause, Revision, WholeRevision } from "@/lib/shared/history";
import { type Kind, PARTS } from "@/lib/shared/kinds";
import { includesRight, OWNER_ID } from "@/lib/shared/members/roles";
import { publish } from "./bus";
import { asJson, db, jsonValue, sql } from "./db";
import { distinctOrigins, limitedOrigins } from "./origins";
import { titleOfRevision } from "./revision-title";
import type { RevisionRow } from "./rows";

export type Item = { agentId: string; kind: Kind; name: string };
/** Author and cause of a version. `origins`: web origins whose text the content may include. */
export type By = { author: Author; cause: Cause | null; origins?: readonly string[] };
export type NewRevision = By & {
  /** Null deletes the item. */
  content: unknown;
  failure?: string | null;
  /** False stores the version without making it live. */
  live?: boolean;
};

const PAGE = 50;

/**
 * SQL condition for the kinds of items that make up an agent. They are restored to a point in time together,
 * and exported in agent files. Pass the client of the statement as `on`: each bundle may have its own driver,
 * and a driver treats fragments of another driver as values.
 */
export const ofParts = (on: ISql) => on`kind in (select json_array_elements_text(${asJson(PARTS)}::json))`;

export type Add = (revision: NewRevision) => Promise<WholeRevision>;

/**
 * Runs `change` and stores the new version in one transaction. Concurrent changes of the same item, and
 * `changingAll`, wait for it. Therefore the item does not change between the reads and writes of `change`.
 */
export async function changing<T>(
  item: Item,
  change: (tx: TransactionSql, add: Add) => Promise<T>,
): Promise<T> {
  return changingSeveral([item], (tx, addFor) => change(tx, addFor(item)));
}

/** Like `changing`, for several items of one agent, all or none. */
export async function changingSeveral<T>(
  items: readonly Item[],
  change: (tx: TransactionSql, addFor: (item: Item) => Add) => Promise<T>,
): Promise<T> {
  const changed = new Set<Item>();
  const result = await sql().begin(async (tx) => {
    // Lock in a fixed order, so that concurrent calls cannot deadlock.
    for (const item of items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) await lock(tx, item);
    const value = await change(tx, (item) => (revision) => {
      changed.add(item);
      return adding(tx, item)(revision);
    });
    return { value };
  });
  for (const item of changed) publishChange(item);
  return result.value;
}

const keyOf = ({ agentId, kind, name }: Item) => `${agentId} ${kind} ${name}`;

/**
 * Locks one item exclusively, and its agent with a shared lock. `changingAll` locks the agent exclusively,
 * and thus all of its items.
 */
export const lock = (tx: TransactionSql, item: Item) => tx`
  select pg_advisory_xact_lock_shared(hashtextextended(${item.agentId}, 0)),
    pg_advisory_xact_lock(hashtextextended(${keyOf(item)}, 0))`;

/**
 * Changes any items of the agent in one transaction, under the agent's exclusive lock. `time` is the
 * timestamp for the new versions, later than that of any existing one. Publishes no notices.
 */
export async function changingAll<T>(
  agentId: string,
  change: (tx: TransactionSql, time: string) => Promise<T>,
): Promise<T> {
  const result = await sql().begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${agentId}, 0))`;
    const [clock] = await tx<{ time: string }[]>`
      select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as time`;
    if (!clock) throw new Error("The database returned no time");
    return { value: await change(tx, new Date(clock.time).toISOString()) };
  });
  return result.value;
}

export const publishChange = ({ agentId, kind, name }: Item): void =>
  publish({ type: "history", agent: agentId, kind, name });

/**
 * Returns a function that inserts the next version of an item. The transaction must hold the lock of the item
 * or of its agent. The version gets the origins of the texts that the writer had read. If the agent or the
 * user edits the item, the version also keeps the origins of the live version, because part of its text may
 * remain. Emptying, deleting or trusting the item clears the origins.
 */
export const adding =
  (tx: TransactionSql, { agentId, kind, name }: Item, time: string | null = null): Add =>
  async ({ content, author, cause, failure = null, live = true, origins = [] }) => {
    const isEdit = author === "agent" || author === "person";
    await assertMayChange(agentId, kind);
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
    const merged = distinctOrigins(raw`${limitedOrigins(origins)} || coalesce((${base}), '{}')`);
    const [row] = await db(tx)
      .insert(revisions)
      .values({
        ...{ agentId, kind, name, author, failure, live },
        version: raw`coalesce((${last(before.version)}), 0) + 1`,
        content: content === null ? null : jsonValue(content),
        cause: jsonOf(causeOf({ author, cause })),
        memberId: author === "person" ? otherThanOwner(actingMember()) : null,
        origins: isEmpty ? raw`'{}'` : isEdit ? merged : limitedOrigins(origins),
        // Use clock_timestamp(), because now() is the start of the transaction. A transaction that waited for
        // the lock would get an earlier time than the version before.
        createdAt: raw`greatest(coalesce(${time}::timestamptz, clock_timestamp()), (${last(before.createdAt)}))`,
      })
      .returning(columns());
    if (!row) throw new Error("A revision was not stored");
    return { ...toRevision(row), content };
  };

/** Kinds that a member may change with the right to use the agent: data, in contrast to the agent itself. */
const DATA: readonly Kind[] = ["state", "database", "collection"];

async function assertMayChange(agentId: string, kind: Kind): Promise<void> {
  const wanted = DATA.includes(kind) ? "use" : "edit";
  if (includesRight(await actingRight(agentId), wanted)) return;
  throw new AppError(
    "forbidden",
    "This member may use the agent, but not change it. Its owner can give the right to edit.",
  );
}

const jsonOf = (cause: Cause | null) => cause && jsonValue(cause);

/** Returns the cause; the acting program, if it makes a member's change without another cause. */
export function causeOf({ author, cause }: By): Cause | null {
  const program = actingProgram();
  return cause ?? (author === "person" && program ? { program: program.name } : null);
}

const otherThanOwner = (memberId: string | null) => (memberId === OWNER_ID ? null : memberId);

type Query = {
  kind?: Kind;
  name?: string;
  author?: Author;
  cursor?: string;
  before?: string;
  limit?: number;
};

/** Returns revisions without their contents, newest first. */
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
        isOpenToViewer(),
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
  const [row] = await selectWhole(on).where(
    and(eq(revisions.agentId, agentId), eq(revisions.id, id), isOpenToViewer()),
  );
  if (!row) throw new AppError("not_found", `There is no revision ${id}. GET /api/history lists them.`);
  return whole(row);
}

/** Lists the newest version of each item that a restore to a time wrote. */
export async function listOfRestore(agentId: string, restore: string): Promise<Revision[]> {
  const rows = await db()
    .select(columns())
    .from(revisions)
    .where(
      and(
        ...[eq(revisions.agentId, agentId), eq(revisions.author, "restore"), isOpenToViewer()],
        raw`${revisions.cause}->>'restore' = ${restore}`,
      ),
    )
    .orderBy(desc(revisions.position));
  const newest = new Map(rows.toReversed().map((row) => [`${row.kind} ${row.name}`, row]));
  return [...newest.values()].map(toRevision);
}

/** Returns the contents of versions by their ids. */
export async function readContents(agentId: string, ids: readonly string[]): Promise<Map<string, unknown>> {
  if (ids.length === 0) return new Map();
  const { id, content } = revisions;
  const rows = await db()
    .select({ id, content })
    .from(revisions)
    .where(and(eq(revisions.agentId, agentId), isOpenToViewer(), inArray(id, [...ids])));
  return new Map(rows.map((row) => [row.id, row.content]));
}

/** Returns one version of an item, by default the newest. Null if it does not exist. */
export async function readVersion(item: Item, version?: number): Promise<WholeRevision | null> {
  const [row] = await selectWhole(sql())
    .where(and(isOf(item), version === undefined ? undefined : eq(revisions.version, version)))
    .orderBy(desc(revisions.version))
    .limit(1);
  return row ? whole(row) : null;
}

/** Returns the live version of an item, or null if it has never existed. */
export async function readLive(on: ISql, item: Item): Promise<WholeRevision | null> {
  const [row] = await selectWhole(on)
    .where(and(isOf(item), revisions.live))
    .orderBy(desc(revisions.version))
    .limit(1);
  return row ? whole(row) : null;
}

/** Returns the version that was live before `version`, or null if the item did not exist. */
export async function readLiveBefore(on: ISql, item: Item, version: number): Promise<WholeRevision | null> {
  const [row] = await selectWhole(on)
    .where(and(isOf(item), revisions.live, lt(revisions.version, version)))
    .orderBy(desc(revisions.version))
    .limit(1);
  return row ? whole(row) : null;
}

/** Returns the newest version that undid or redid a change, or null if the change was never undone. */
export async function readUndone(
  item: Item,
  change: string,
): Promise<(WholeRevision & { isRedone: boolean }) | null> {
  const [row] = await selectWhole(sql())
    .where(and(isOf(item), raw`${revisions.cause}->'undone'->>'change' = ${change}`))
    .orderBy(desc(revisions.version))
    .limit(1);
  if (!row) return null;
  const { cause } = row;
  return { ...whole(row), isRedone: Boolean(cause && "undone" in cause && cause.undone.isRedone) };
}

const isOf = ({ agentId, kind, name }: Item) =>
  and(eq(revisions.agentId, agentId), eq(revisions.kind, kind), eq(revisions.name, name));

/**
 * Condition for versions that the acting member may read. Those of session facts belong to their conversation, as the facts
 * do.
 */
function isOpenToViewer() {
  const member = viewer();
  if (member === null) return undefined;
  const { kind, content } = revisions;
  return raw`(${kind} <> 'memory' or ${content}->>'layer' is distinct from 'session' or exists (
    select from conversations c where c.id::text = ${content}->>'conversationId' and c.member_id = ${member}))`;
}

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
  const { id, kind, name, version, author, content, failure, live, origins, createdAt, position, memberId } =
    revisions;
  return {
    ...{ id, kind, name, version, author, failure, live, origins, createdAt, position, memberId },
    title: title(),
    cause: raw<Cause | null>`${revisions.cause}`,
    deleted: raw<boolean>`${content} is null`,
  };
}

/**
 * SQL for the title of an item that is named by its id: from this version, or if it is a deletion, from the
 * last version with content.
 */
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

const toRevision = ({ position: _, createdAt, title, memberId, ...row }: Row): Revision => ({
  ...row,
  ...(title && { title }),
  ...(memberId && { memberId }),
  createdAt: new Date(createdAt).toISOString(),
});

function parseCursor(cursor: string): string {
  if (/^\d{1,18}$/.test(cursor)) return cursor;
  throw new AppError("invalid", "The cursor was not returned by a list. Omit it to start at the beginning.");
}
