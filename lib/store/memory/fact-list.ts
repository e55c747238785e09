import { and, desc, eq, gt, isNotNull, isNull, ne, or, sql as raw } from "drizzle-orm";
import { memories, revisions } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { MemoryLayer } from "@/lib/shared/memory/memory";
import { asJson, db, toIso } from "@/lib/store/db";
import { isOfVisible } from "@/lib/store/members/visible";
import { liveOrigins } from "@/lib/store/origins";
import type { MemoryRow } from "@/lib/store/rows";

export const KIND = "memory" as const;
const PAGE = 50;

export type StoredFact = Omit<MemoryRow, "agentId" | "contentHash" | "words" | "deletedAt" | "extensions"> & {
  origins: string[];
};

export async function readFact(agentId: string, id: string): Promise<StoredFact> {
  const [row] = await readFacts(agentId, [id]);
  if (!row) throw gone(id);
  return row;
}

/** Returns the facts that exist, in the order of `ids`. */
export async function readFacts(agentId: string, ids: readonly string[]): Promise<StoredFact[]> {
  const rows = await db()
    .select(columns())
    .from(memories)
    .where(and(eq(memories.agentId, agentId), isNull(memories.deletedAt), isAmong(ids), isOpenToViewer()));
  const found = new Map(rows.map((row) => [row.id, toFact(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/**
 * Condition on ids, as an array: the planner expects few ids in an array and looks each one up. For a
 * subquery it would expect a hundred rows and read the whole table.
 */
export const isAmong = (ids: readonly string[]) =>
  raw`${memories.id} = any(array(select x::uuid from json_array_elements_text(${asJson(ids)}::json) x))`;

type Query = {
  layer?: MemoryLayer;
  conversationId?: string | null;
  /** Only facts of this project; null for facts of none. */
  projectId?: string | null;
  isPinned?: boolean;
  cursor?: string;
  limit?: number;
};

/** Condition for facts other than session facts of conversations that the acting member may not read. */
function isOpenToViewer() {
  const visible = isOfVisible(memories.conversationId);
  return visible && or(ne(memories.layer, "session"), visible);
}

/** Condition for facts that are neither forgotten nor expired. Pinned facts do not expire. */
const isLive = () =>
  and(
    isOpenToViewer(),
    isNull(memories.deletedAt),
    or(isNull(memories.expiresAt), gt(memories.expiresAt, raw`now()`), isNotNull(memories.pinnedAt)),
  );

/**
 * Lists facts, newest first. `conversationId` excludes session facts of other conversations; undefined
 * includes all.
 */
export async function listFacts(
  agentId: string,
  { layer, conversationId, projectId, isPinned, cursor, limit = PAGE }: Query = {},
): Promise<{ facts: StoredFact[]; nextCursor?: string }> {
  const [micros, after] = cursor === undefined ? [null, null] : parseCursor(cursor);
  const rows = await db()
    .select({
      ...columns(),
      micros: raw<string>`(extract(epoch from ${memories.createdAt}) * 1000000)::bigint`,
    })
    .from(memories)
    .where(
      and(
        ...[eq(memories.agentId, agentId), isLive()],
        isPinned === undefined ? undefined : (isPinned ? isNotNull : isNull)(memories.pinnedAt),
        layer && eq(memories.layer, layer),
        conversationId === undefined
          ? undefined
          : raw`(${memories.layer} <> 'session' or ${memories.conversationId} = ${conversationId}::uuid)`,
        projectId === undefined
          ? undefined
          : raw`${memories.projectId} is not distinct from ${projectId}::uuid`,
        micros === null
          ? undefined
          : raw`(${memories.createdAt}, ${memories.id})
              < (to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${after}::uuid)`,
      ),
    )
    .orderBy(desc(memories.createdAt), desc(memories.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    facts: page.map(({ micros: _, ...row }) => toFact(row)),
    ...(rows.length > limit && last && { nextCursor: `${last.micros}_${last.id}` }),
  };
}

export async function countFacts(agentId: string): Promise<{ facts: number; pinned: number }> {
  const [row] = await db()
    .select({
      facts: raw<number>`count(*)::int`,
      pinned: raw<number>`count(${memories.pinnedAt})::int`,
    })
    .from(memories)
    .where(and(eq(memories.agentId, agentId), isLive()));
  return row ?? { facts: 0, pinned: 0 };
}

function parseCursor(cursor: string): [string, string] {
  const [, micros, id] = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? [];
  if (micros !== undefined && id !== undefined) return [micros, id];
  throw new AppError("invalid", "The cursor was not returned by a list. Omit it to start at the beginning.");
}

export const gone = (id: string) =>
  new AppError("not_found", `There is no fact ${id}. List or recall facts to see their ids.`);

export const columns = () => ({
  ...{ id: memories.id, layer: memories.layer, conversationId: memories.conversationId },
  projectId: memories.projectId,
  ...{ content: memories.content, category: memories.category, certainty: memories.certainty },
  ...{ source: memories.source, version: memories.version },
  origins: raw`coalesce(${liveOrigins(memories.agentId, KIND, raw`${memories.id}::text`)}, '{}')`.mapWith(
    revisions.origins,
  ),
  ...{ expiresAt: memories.expiresAt, lastRecalledAt: memories.lastRecalledAt, recalls: memories.recalls },
  ...{ pinnedAt: memories.pinnedAt, createdAt: memories.createdAt, updatedAt: memories.updatedAt },
});

const toFact = (row: StoredFact): StoredFact => ({
  ...row,
  ...{
    expiresAt: toIso(row.expiresAt),
    lastRecalledAt: toIso(row.lastRecalledAt),
    pinnedAt: toIso(row.pinnedAt),
  },
  ...{ createdAt: toIso(row.createdAt), updatedAt: toIso(row.updatedAt) },
});
