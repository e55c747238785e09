import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNull,
  max,
  not,
  sql as raw,
} from "drizzle-orm";
import { agents, apps, appVersions, appVisitors, appWrites } from "@/drizzle/schema";
import { MAX_APPS, MAX_VERSIONS } from "@/lib/shared/apps/contract";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";

export type AppRow = typeof apps.$inferSelect;
export type VersionRow = typeof appVersions.$inferSelect;
type NewVersion = Omit<VersionRow, "appId" | "number" | "createdAt" | "agentId">;
type Door = Pick<AppRow, "title" | "source" | "audience" | "maxVisits" | "embed" | "quotas" | "memberId"> & {
  id: string;
  agentId: string;
  slug: string;
  days: number | null;
  /** Undefined keeps the passcode, or the members, of an existing app. */
  passcode: string | null | undefined;
  members?: string[] | null | undefined;
};

/** Publishes a version, as a new app or under the slug of an app of the agent. Returns the app. */
export async function publishApp(door: Door, version: NewVersion): Promise<AppRow> {
  const row = await sql().begin(async (tx) => {
    await lockName(tx, "apps");
    const { days, passcode, slug, id, ...rest } = door;
    const [existing] = await db(tx).select().from(apps).where(eq(apps.slug, slug));
    if (existing && existing.agentId !== door.agentId) throw taken(slug);
    const expiresAt = raw`now() + ${days}::int * interval '1 day'`;
    // Visitors who came without the link need it once the app has one.
    const isClosing = existing && existing.audience !== "link" && rest.audience === "link";
    const fields = {
      ...{ ...rest, expiresAt },
      ...(passcode !== undefined && { passcode }),
      ...(isClosing && { link: raw`${apps.link} + 1`, visits: 0 }),
    };
    if (!existing) await assertRoom(tx);
    const [app] = existing
      ? await db(tx).update(apps).set(fields).where(eq(apps.id, existing.id)).returning()
      : await db(tx)
          .insert(apps)
          .values({ ...fields, id, slug })
          .returning();
    if (!app) throw new Error("The app was not stored");
    if (typeof passcode === "string")
      await tx`update app_visitors set is_unlocked = false where app_id = ${app.id}`;
    const [last] = await db(tx)
      .select({ number: appVersions.number })
      .from(appVersions)
      .where(eq(appVersions.appId, app.id))
      .orderBy(desc(appVersions.number))
      .limit(1);
    const number = (last?.number ?? 0) + 1;
    await db(tx)
      .insert(appVersions)
      .values({ ...version, appId: app.id, agentId: app.agentId, number });
    await tx`delete from app_versions where app_id = ${app.id} and number <= ${number - MAX_VERSIONS}`;
    const [live] = await db(tx).update(apps).set({ version: number }).where(eq(apps.id, app.id)).returning();
    return live ?? app;
  });
  publish({ type: "app", agent: row.agentId, id: row.id });
  return row;
}

async function assertRoom(tx: Parameters<typeof lockName>[0]): Promise<void> {
  const [counted] = await db(tx).select({ all: count() }).from(apps);
  if ((counted?.all ?? 0) >= MAX_APPS)
    throw new AppError("conflict", `There are already ${MAX_APPS} apps, the maximum. Delete one first.`);
}

const taken = (slug: string) =>
  new AppError("conflict", `The address /p/${slug} belongs to another app. Choose another one.`);

/** Returns an app whose agent is not deleted; null if there is none. */
export async function readApp(slug: string): Promise<AppRow | null> {
  const agent = db()
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.id, apps.agentId), isNull(agents.deletedAt)));
  const [row] = await db()
    .select()
    .from(apps)
    .where(and(eq(apps.slug, slug), exists(agent)));
  return row ?? null;
}

/** A version without its script. */
export type StoredVersion = Omit<VersionRow, "script"> & { hasScript: boolean };

export async function readVersion(appId: string, number: number): Promise<StoredVersion | null> {
  const { script: _, ...columns } = getTableColumns(appVersions);
  const [row] = await db()
    .select({ ...columns, hasScript: raw<boolean>`${appVersions.script} is not null` })
    .from(appVersions)
    .where(and(eq(appVersions.appId, appId), eq(appVersions.number, number)));
  return row ?? null;
}

/** Returns the number of the newest version of an app. */
export async function newestVersion(appId: string): Promise<number> {
  const [row] = await db()
    .select({ number: max(appVersions.number) })
    .from(appVersions)
    .where(eq(appVersions.appId, appId));
  return row?.number ?? 0;
}

/** Returns the script of a version, compressed by brotli. */
export async function readScript(appId: string, number: number): Promise<Buffer | null> {
  const [row] = await db()
    .select({ script: appVersions.script })
    .from(appVersions)
    .where(and(eq(appVersions.appId, appId), eq(appVersions.number, number)));
  return row?.script ?? null;
}

export async function ownApp(agentId: string, id: string): Promise<AppRow> {
  const [row] = await db()
    .select()
    .from(apps)
    .where(and(eq(apps.id, id), eq(apps.agentId, agentId)));
  if (!row) throw new AppError("not_found", "There is no such app.");
  return row;
}

export async function listApps(agentId: string) {
  const all = await db()
    .select()
    .from(apps)
    .where(eq(apps.agentId, agentId))
    .orderBy(desc(apps.createdAt), asc(apps.id));
  if (all.length === 0) return [];
  const ids = all.map(({ id }) => id);
  const [versions, visitors, writes] = await Promise.all([
    db()
      .select({
        appId: appVersions.appId,
        number: appVersions.number,
        title: appVersions.title,
        rules: appVersions.rules,
        createdAt: raw<string>`to_json(${appVersions.createdAt})`,
      })
      .from(appVersions)
      .where(inArray(appVersions.appId, ids))
      .orderBy(desc(appVersions.number)),
    counted(appVisitors, ids),
    counted(appWrites, ids),
  ]);
  return all.map((app) => ({
    app,
    versions: versions.filter(({ appId }) => appId === app.id),
    visitors: visitors.get(app.id) ?? 0,
    writes: writes.get(app.id) ?? 0,
  }));
}

async function counted(table: typeof appVisitors | typeof appWrites, ids: string[]) {
  const rows = await db()
    .select({ id: table.appId, all: count() })
    .from(table)
    .where(inArray(table.appId, ids))
    .groupBy(table.appId);
  return new Map(rows.map(({ id, all }) => [id, all]));
}

/** Sets the version that visitors get; null unpublishes the app. */
export async function setVersion(app: AppRow, version: number | null): Promise<void> {
  if (version !== null && !(await readVersion(app.id, version)))
    throw new AppError("not_found", `The app has no version ${version}.`);
  await db().update(apps).set({ version }).where(eq(apps.id, app.id));
  publish({ type: "app", agent: app.agentId, id: app.id });
}

/** Replaces the link, which ends all visits by the present one. */
export async function renewLink(app: AppRow): Promise<void> {
  await db()
    .update(apps)
    .set({ link: raw`${apps.link} + 1`, visits: 0 })
    .where(eq(apps.id, app.id));
  publish({ type: "app", agent: app.agentId, id: app.id });
}

export async function deleteApp(app: AppRow): Promise<void> {
  await db().delete(apps).where(eq(apps.id, app.id));
  publish({ type: "app", agent: app.agentId, id: app.id });
}

export const isExpired = ({ expiresAt }: Pick<AppRow, "expiresAt">): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** Returns whether an app for members lets a member in. */
export const isForMember = (
  { members, memberId }: Pick<AppRow, "members" | "memberId">,
  id: string,
): boolean => members === null || memberId === id || members.includes(id);

/** Counts a new visitor by the link. Returns false if the link allows no more. */
export async function countVisit(app: AppRow): Promise<boolean> {
  const counted = await db()
    .update(apps)
    .set({ visits: raw`${apps.visits} + 1` })
    .where(
      and(
        eq(apps.id, app.id),
        eq(apps.link, app.link),
        not(raw`coalesce(${apps.visits} >= ${apps.maxVisits}, false)`),
      ),
    )
    .returning({ id: apps.id });
  return counted.length > 0;
}
