import { and, asc, count, eq, inArray, isNotNull, isNull, lt, or, sql as raw } from "drizzle-orm";
import { agents, calendarAccounts, calendarItems, calendarSources } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import { processId } from "@/lib/store/process-id";
import type { CalendarAccountRow, CalendarItemRow, CalendarSourceRow } from "@/lib/store/rows";

export type StoredAccount = CalendarAccountRow;
export type StoredSource = CalendarSourceRow;
export type StoredItem = CalendarItemRow;

type AccountKey = { agentId: string; id: string };
type SourceKey = { agentId: string; id: string };

/** Time after which another server may take over the synchronisation of an account. */
const LEASE_SECONDS = 90;
const MAX_DUE = 100;

const isAccount = ({ agentId, id }: AccountKey) =>
  and(eq(calendarAccounts.agentId, agentId), eq(calendarAccounts.id, id));
const isSource = ({ agentId, id }: SourceKey) =>
  and(eq(calendarSources.agentId, agentId), eq(calendarSources.id, id));
const isOfSource = ({ agentId, id }: SourceKey) =>
  and(eq(calendarItems.agentId, agentId), eq(calendarItems.sourceId, id));

/** Tells pages that the list of calendars changed. The calendars are a collection only in this notice. */
export const publishCalendars = (agentId: string) =>
  publish({ type: "documents", agent: agentId, collections: ["calendars"] });

export const listAccounts = async (agentId: string): Promise<StoredAccount[]> =>
  db()
    .select()
    .from(calendarAccounts)
    .where(eq(calendarAccounts.agentId, agentId))
    .orderBy(asc(calendarAccounts.createdAt));

export const listSources = async (agentId: string): Promise<StoredSource[]> =>
  db()
    .select()
    .from(calendarSources)
    .where(eq(calendarSources.agentId, agentId))
    .orderBy(asc(calendarSources.name), asc(calendarSources.id));

/** Returns the sources of an agent's accounts with the account's fields that decide about changes. */
export const listRemoteSources = async (agentId: string) =>
  db()
    .select({
      ...{ id: calendarSources.id, name: calendarSources.name, isReadOnly: calendarSources.isReadOnly },
      ...{ accountId: calendarAccounts.id, kind: calendarAccounts.kind, url: calendarAccounts.url },
      agentChanges: calendarAccounts.agentChanges,
    })
    .from(calendarSources)
    .innerJoin(
      calendarAccounts,
      and(
        eq(calendarAccounts.agentId, calendarSources.agentId),
        eq(calendarAccounts.id, calendarSources.accountId),
      ),
    )
    .where(eq(calendarSources.agentId, agentId));
export type RemoteSource = Awaited<ReturnType<typeof listRemoteSources>>[number];

export async function readAccount(key: AccountKey): Promise<StoredAccount | null> {
  const [row] = await db().select().from(calendarAccounts).where(isAccount(key));
  return row ?? null;
}

type NewAccount = typeof calendarAccounts.$inferInsert & { id: string };
type NewSource = Omit<typeof calendarSources.$inferInsert, "agentId" | "accountId">;

export async function addAccount(account: NewAccount, sources: readonly NewSource[]): Promise<void> {
  const { agentId, id } = account;
  await sql().begin(async (tx) => {
    await db(tx).insert(calendarAccounts).values(account);
    if (sources.length > 0)
      await db(tx)
        .insert(calendarSources)
        .values(sources.map((source) => ({ ...source, agentId, accountId: id })));
  });
  publishCalendars(agentId);
}

/** Changes an account, and makes it due. */
export async function changeAccount(
  key: AccountKey,
  fields: Partial<Pick<StoredAccount, "name" | "password" | "everyMinutes" | "agentChanges">>,
): Promise<boolean> {
  const rows = await db()
    .update(calendarAccounts)
    .set({ ...fields, dueAt: raw`now()` })
    .where(isAccount(key))
    .returning({ id: calendarAccounts.id });
  publishCalendars(key.agentId);
  return rows.length > 0;
}

export async function addSources(
  { agentId, id: accountId }: AccountKey,
  sources: readonly NewSource[],
): Promise<void> {
  if (sources.length > 0)
    await db()
      .insert(calendarSources)
      .values(sources.map((source) => ({ ...source, agentId, accountId })));
  publishCalendars(agentId);
}

export async function removeAccount(key: AccountKey): Promise<void> {
  await db().delete(calendarAccounts).where(isAccount(key));
  publishCalendars(key.agentId);
}

export async function changeSource(
  key: SourceKey,
  fields: Partial<Pick<StoredSource, "name" | "color" | "isShown">>,
): Promise<boolean> {
  const isOwn = key.id === key.agentId;
  if (isOwn)
    await db()
      .insert(calendarSources)
      .values({ ...key, kind: "events", name: "", color: 0 })
      .onConflictDoNothing();
  const rows = await db()
    .update(calendarSources)
    .set(fields)
    .where(isSource(key))
    .returning({ id: calendarSources.id });
  publishCalendars(key.agentId);
  return rows.length > 0;
}

/** Returns accounts that are due and that no server synchronises. */
export const listDueAccounts = async (): Promise<AccountKey[]> =>
  db()
    .select({ agentId: calendarAccounts.agentId, id: calendarAccounts.id })
    .from(calendarAccounts)
    .innerJoin(agents, and(eq(agents.id, calendarAccounts.agentId), isNull(agents.deletedAt)))
    .where(and(lt(calendarAccounts.dueAt, raw`now()`), isFree()))
    .orderBy(asc(calendarAccounts.dueAt))
    .limit(MAX_DUE);

const isFree = () => or(isNull(calendarAccounts.leasedUntil), lt(calendarAccounts.leasedUntil, raw`now()`));

const leaseEnd = () => raw`now() + ${LEASE_SECONDS} * interval '1 second'`;

/** Takes the lease of an account for this server. Returns null if another synchronisation has it. */
export async function leaseAccount(key: AccountKey): Promise<(StoredAccount & { lease: string }) | null> {
  const lease = `${processId()} ${crypto.randomUUID()}`;
  const [row] = await db()
    .update(calendarAccounts)
    .set({ leasedBy: lease, leasedUntil: leaseEnd() })
    .where(and(isAccount(key), isFree()))
    .returning();
  if (row) publishCalendars(key.agentId);
  return row ? { ...row, lease } : null;
}

/** Extends a lease. Returns false if it expired and another server may have taken it, or the account is gone. */
export async function extendLease(key: AccountKey, lease: string): Promise<boolean> {
  const rows = await db()
    .update(calendarAccounts)
    .set({ leasedUntil: leaseEnd() })
    .where(and(isAccount(key), eq(calendarAccounts.leasedBy, lease)))
    .returning({ id: calendarAccounts.id });
  return rows.length > 0;
}

type Outcome = { failure: string | null; waitSeconds: number } & Partial<
  Pick<StoredAccount, "etag" | "lastModified">
>;

/** Records the result of a synchronisation and returns the lease. */
export async function endSync(
  key: AccountKey,
  lease: string,
  { failure, waitSeconds, ...validators }: Outcome,
): Promise<void> {
  await db()
    .update(calendarAccounts)
    .set({
      ...validators,
      failure,
      failures: failure === null ? 0 : raw`${calendarAccounts.failures} + 1`,
      ...(failure === null && { syncedAt: raw`now()` }),
      dueAt: raw`now() + ${waitSeconds} * interval '1 second'`,
      ...{ leasedBy: null, leasedUntil: null },
    })
    .where(and(isAccount(key), eq(calendarAccounts.leasedBy, lease)));
  publishCalendars(key.agentId);
}

/** Throws an AppError `conflict` if the account was removed in the meantime. */
export async function assertSource(key: SourceKey): Promise<void> {
  const [row] = await db().select({ id: calendarSources.id }).from(calendarSources).where(isSource(key));
  if (!row) throw new AppError("conflict", "The account was removed.");
}

export async function saveSourceState(
  key: SourceKey,
  fields: Partial<Pick<StoredSource, "syncToken" | "ctag" | "problems" | "isReadOnly">>,
): Promise<void> {
  await db().update(calendarSources).set(fields).where(isSource(key));
}

export const listItems = async (key: SourceKey): Promise<StoredItem[]> =>
  db().select().from(calendarItems).where(isOfSource(key));

export async function readItem(key: SourceKey, href: string): Promise<StoredItem | null> {
  const [row] = await db()
    .select()
    .from(calendarItems)
    .where(and(isOfSource(key), eq(calendarItems.href, href)));
  return row ?? null;
}

/** Stores items, and deletes items whose hrefs are in `gone`. */
export async function saveItems(
  key: SourceKey,
  items: readonly Omit<StoredItem, "agentId" | "sourceId">[],
  gone: readonly string[] = [],
): Promise<void> {
  if (items.length === 0 && gone.length === 0) return;
  const { agentId, id: sourceId } = key;
  await sql().begin(async (tx) => {
    if (gone.length > 0)
      await db(tx)
        .delete(calendarItems)
        .where(and(isOfSource(key), inArray(calendarItems.href, [...gone])));
    if (items.length > 0)
      await db(tx)
        .insert(calendarItems)
        .values(items.map((item) => ({ ...item, agentId, sourceId })))
        .onConflictDoUpdate({
          target: [calendarItems.agentId, calendarItems.sourceId, calendarItems.href],
          set: {
            etag: raw`excluded.etag`,
            raw: raw`excluded.raw`,
            base: raw`excluded.base`,
            state: raw`excluded.state`,
            theirs: raw`excluded.theirs`,
            failure: raw`excluded.failure`,
          },
        });
  });
}

/** Returns the items with a conflict or a refused change. */
export const listTroubledItems = async (agentId: string): Promise<StoredItem[]> =>
  db().select().from(calendarItems).where(isTroubled(agentId));

/** Counts the items of each source that need a decision of the user. */
export const countTroubled = async (agentId: string) =>
  db()
    .select({ sourceId: calendarItems.sourceId, state: calendarItems.state, count: count() })
    .from(calendarItems)
    .where(isTroubled(agentId))
    .groupBy(calendarItems.sourceId, calendarItems.state);

const isTroubled = (agentId: string) =>
  and(eq(calendarItems.agentId, agentId), inArray(calendarItems.state, ["conflict", "refused"]));

/** Returns the accounts of an agent that synchronise in both directions. */
export const listTwoWayAccounts = async (agentId: string): Promise<StoredAccount[]> =>
  db()
    .select()
    .from(calendarAccounts)
    .where(and(eq(calendarAccounts.agentId, agentId), eq(calendarAccounts.kind, "dav")));

/** Makes an account due at once. */
export async function makeDue(key: AccountKey): Promise<boolean> {
  const rows = await db()
    .update(calendarAccounts)
    .set({ dueAt: raw`now()` })
    .where(and(isAccount(key), isNotNull(calendarAccounts.dueAt)))
    .returning({ id: calendarAccounts.id });
  return rows.length > 0;
}
