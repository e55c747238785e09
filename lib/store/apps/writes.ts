import { and, desc, eq, inArray, isNotNull, isNull, or, sql as raw } from "drizzle-orm";
import { appDays, appWrites } from "@/drizzle/schema";
import type { Quotas, Rules } from "@/lib/shared/apps/contract";
import type { ListedWrite } from "@/lib/shared/apps/views";
import { AppError } from "@/lib/shared/errors";
import { db, sql } from "@/lib/store/db";
import type { AppRow } from "./apps";
import type { VisitorRow } from "./visitors";

type Image = Record<string, string>;
export type WriteKind = "insert" | "change" | "remove";
/** A write that begins. With the `id` of an earlier one it is the same write, sent again. */
export type Intent = {
  id: string;
  version: number;
  table: string;
  kind: WriteKind;
  rows: number;
  bytes: number;
};
type Done = { key: Image; before: Image | null; after: Image | null };

/** Rows of all visitors are counted under this name. */
const ALL = "";

/** The fields of a write that its rows share. */
export type Recorded = Pick<
  typeof appWrites.$inferSelect,
  "id" | "appId" | "agentId" | "visitorId" | "version" | "tableName" | "kind"
>;

/**
 * Counts a write against the quotas of the day and stores its intent, before the database is changed. A write that was sent
 * before counts once. Throws `too_many_requests` beyond a quota.
 */
export async function beginWrite(app: AppRow, visitor: VisitorRow, intent: Intent): Promise<Recorded> {
  const { quotas, id: appId, agentId } = app;
  const { id, version, table: tableName, kind } = intent;
  const write = { id, appId, agentId, visitorId: visitor.id, version, tableName, kind };
  await sql().begin(async (tx) => {
    const added = await db(tx).insert(appWrites).values(write).onConflictDoNothing().returning();
    if (added.length === 0) return;
    const counts = [
      ...(await countOn(tx, { appId, agentId, visitor: visitor.id, ...intent })),
      ...(await countOn(tx, { appId, agentId, visitor: ALL, ...intent })),
    ];
    assertWithin(counts, quotas);
  });
  return write;
}

type Counted = { visitor: string; rows: number; bytes: number };

async function countOn(
  tx: Parameters<typeof db>[0],
  { appId, agentId, visitor, rows, bytes }: Counted & { appId: string; agentId: string },
): Promise<Counted[]> {
  return db(tx)
    .insert(appDays)
    .values({ appId, agentId, visitor, day: raw`(now() at time zone 'utc')::date`, rows, bytes })
    .onConflictDoUpdate({
      target: [appDays.appId, appDays.day, appDays.visitor],
      set: { rows: raw`${appDays.rows} + excluded.rows`, bytes: raw`${appDays.bytes} + excluded.bytes` },
    })
    .returning({ visitor: appDays.visitor, rows: appDays.rows, bytes: appDays.bytes });
}

function assertWithin(counts: readonly Counted[], quotas: Quotas): void {
  for (const { visitor, rows, bytes } of counts) {
    const [maxRows, maxBytes] =
      visitor === ALL ? [quotas.appRows, quotas.appBytes] : [quotas.visitorRows, quotas.visitorBytes];
    if (rows <= maxRows && bytes <= maxBytes) continue;
    throw limitReached(visitor);
  }
}

/** Counts a question to the model of a visitor. Throws `too_many_requests` beyond the limits of the day. */
export async function countModelCall(
  { id: appId, agentId }: AppRow,
  visitor: VisitorRow,
  { visitorCalls, appCalls }: NonNullable<Rules["askModel"]>,
): Promise<void> {
  await sql().begin(async (tx) => {
    for (const [who, max] of [
      [visitor.id, visitorCalls],
      [ALL, appCalls],
    ] as const) {
      const day = raw`(now() at time zone 'utc')::date`;
      const [row] = await db(tx)
        .insert(appDays)
        .values({ appId, agentId, visitor: who, day, rows: 0, bytes: 0, modelCalls: 1 })
        .onConflictDoUpdate({
          target: [appDays.appId, appDays.day, appDays.visitor],
          set: { modelCalls: raw`${appDays.modelCalls} + 1` },
        })
        .returning({ calls: appDays.modelCalls });
      if ((row?.calls ?? 0) > max) throw limitReached(who);
    }
  });
}

function limitReached(visitor: string): AppError {
  const whose = visitor === ALL ? "All visitors together have" : "You have";
  return new AppError(
    "too_many_requests",
    `${whose} reached the limit of this app for today. Try again tomorrow.`,
    { details: { retryAfter: secondsUntilTomorrow() } },
  );
}

const DAY_MS = 86_400_000;
const secondsUntilTomorrow = (): number => Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1_000);

/** Stores the rows that a write has changed, once. A write of several rows becomes one write for each. */
export async function endWrite(write: Recorded, written: readonly Done[]): Promise<void> {
  const [first, ...more] = written;
  if (!first) return cancelWrite(write.id);
  const { id, ...common } = write;
  await sql().begin(async (tx) => {
    const ended = await db(tx)
      .insert(appWrites)
      .values({ ...write, ...first })
      .onConflictDoUpdate({ target: appWrites.id, set: first, setWhere: isNull(appWrites.key) })
      .returning({ id: appWrites.id });
    if (ended.length === 0 || more.length === 0) return;
    await db(tx)
      .insert(appWrites)
      .values(more.map((one) => ({ ...common, ...one })));
  });
}

/** Deletes the intent of a write that was refused. */
export async function cancelWrite(id: string): Promise<void> {
  await db()
    .delete(appWrites)
    .where(and(eq(appWrites.id, id), isNull(appWrites.key)));
}

const MAX_UNSETTLED = 1_000;

/** Returns the intents of an agent's visitors without a completion, with their age in seconds. */
export async function unsettledWrites(agentId: string): Promise<(Recorded & { age: number })[]> {
  const { id, appId, visitorId, version, tableName, kind, key } = appWrites;
  return db()
    .select({
      ...{ id, appId, agentId: appWrites.agentId, visitorId, version, tableName, kind },
      age: raw<number>`extract(epoch from now() - ${appWrites.createdAt})::float8`,
    })
    .from(appWrites)
    .where(and(eq(appWrites.agentId, agentId), isNull(key)))
    .limit(MAX_UNSETTLED);
}

/** Returns the agents whose visitors wrote within the last `seconds`, or have writes without a completion. */
export async function agentsWithWrites(seconds: number): Promise<string[]> {
  const isRecent = raw`${appWrites.createdAt} > now() - ${seconds}::int * interval '1 second'`;
  const rows = await db()
    .selectDistinct({ agentId: appWrites.agentId })
    .from(appWrites)
    .where(or(isNull(appWrites.key), isRecent));
  return rows.map(({ agentId }) => agentId);
}

const MAX_LISTED = 1_000;

export async function listWrites(appId: string, visitorId: string): Promise<ListedWrite[]> {
  const { id, tableName: table, kind, key, before, after, version } = appWrites;
  return db()
    .select({
      ...{ id, table, kind, key, before, after, version },
      createdAt: raw<string>`to_json(${appWrites.createdAt})`,
      undoneAt: raw<string | null>`to_json(${appWrites.undoneAt})`,
    })
    .from(appWrites)
    .where(and(eq(appWrites.appId, appId), eq(appWrites.visitorId, visitorId)))
    .orderBy(desc(appWrites.place))
    .limit(MAX_LISTED);
}

/** Returns the writes of a visitor that are not undone, the newest first. */
export async function undoableWrites(appId: string, visitorId: string) {
  const { id, tableName: table, key, before, after } = appWrites;
  const rows = await db()
    .select({ id, table, key, before, after })
    .from(appWrites)
    .where(
      and(
        ...[eq(appWrites.appId, appId), eq(appWrites.visitorId, visitorId)],
        ...[isNull(appWrites.undoneAt), isNotNull(appWrites.key)],
      ),
    )
    .orderBy(desc(appWrites.place));
  return rows.flatMap(({ key: row, ...rest }) => (row ? [{ ...rest, key: row }] : []));
}

export async function markUndone(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db()
    .update(appWrites)
    .set({ undoneAt: raw`now()` })
    .where(inArray(appWrites.id, [...ids]));
}
