import type { ISql } from "postgres";
import { AppError } from "@/lib/shared/errors";
import type { MemoryLayer } from "@/lib/shared/memory/memory";
import { asJson, sql } from "@/lib/store/db";
import { originsOf } from "@/lib/store/origins";
import type { MemoryRow } from "@/lib/store/rows";

export const KIND = "memory" as const;
const PAGE = 50;

export type StoredFact = Omit<MemoryRow, "agentId" | "contentHash" | "words" | "deletedAt" | "extensions"> & {
  /** On the web, whose text may be in it. */
  origins: string[];
};

export async function readFact(agentId: string, id: string): Promise<StoredFact> {
  const [row] = await readFacts(agentId, [id]);
  if (!row) throw gone(id);
  return row;
}

/** Those that are there, in the order of `ids`. */
export async function readFacts(agentId: string, ids: readonly string[]): Promise<StoredFact[]> {
  const rows = await sql()<StoredFact[]>`
    select ${columns(sql())} from memories
    where agent_id = ${agentId} and deleted_at is null and id = any(${idsOf(ids)})`;
  const found = new Map(rows.map((row) => [row.id, toFact(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** As an array: the planner takes it for a few keys, and looks each up, where of a list it expects a hundred rows and reads the table. */
export const idsOf = (ids: readonly string[]) =>
  sql()`array(select x::uuid from json_array_elements_text(${asJson(ids)}::json) x)`;

type Query = {
  layer?: MemoryLayer;
  conversationId?: string | null;
  /** Those that are pinned, or those that are not. */
  isPinned?: boolean;
  cursor?: string;
  limit?: number;
};

/** What was not forgotten and did not end; what is pinned does not end. `on` is the client of the statement. */
export const isLive = (on: ISql) =>
  on`deleted_at is null and (expires_at is null or expires_at > now() or pinned_at is not null)`;

/** Newest first; of sessions only the facts of this conversation, or of all where it is undefined. */
export async function listFacts(
  agentId: string,
  { layer, conversationId, isPinned, cursor, limit = PAGE }: Query = {},
): Promise<{ facts: StoredFact[]; nextCursor?: string }> {
  const [micros, after] = cursor === undefined ? [null, null] : parseCursor(cursor);
  const rows = await sql()<(StoredFact & { micros: string })[]>`
    select ${columns(sql())}, (extract(epoch from created_at) * 1000000)::bigint::text as micros from memories
    where agent_id = ${agentId} and ${isLive(sql())}
      ${isPinned === undefined ? sql()`` : isPinned ? sql()`and pinned_at is not null` : sql()`and pinned_at is null`}
      ${layer === undefined ? sql()`` : sql()`and layer = ${layer}`}
      ${conversationId === undefined ? sql()`` : sql()`and (layer <> 'session' or conversation_id = ${conversationId}::uuid)`}
      ${micros === null ? sql()`` : sql()`and (created_at, id) < (to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${after}::uuid)`}
    order by created_at desc, id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    facts: page.map(({ micros: _, ...row }) => toFact(row)),
    ...(rows.length > limit && last && { nextCursor: `${last.micros}_${last.id}` }),
  };
}

function parseCursor(cursor: string): [string, string] {
  const [, micros, id] = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? [];
  if (micros !== undefined && id !== undefined) return [micros, id];
  throw new AppError("invalid", "The cursor is not one that a list gave. Leave it out to begin at the top.");
}

export const gone = (id: string) =>
  new AppError("not_found", `There is no fact ${id}. List or recall facts to see their ids.`);

export const columns = (on: ISql) => on`
  id, layer, conversation_id as "conversationId", content, category, certainty, source, version,
  coalesce((${originsOf(sql()`memories.agent_id`, KIND, sql()`memories.id::text`)}), '[]') as origins,
  expires_at as "expiresAt", last_recalled_at as "lastRecalledAt", recalls, pinned_at as "pinnedAt", created_at as "createdAt",
  updated_at as "updatedAt"`;

const iso = (time: string | null) => time && new Date(time).toISOString();

const toFact = (row: StoredFact): StoredFact => ({
  ...row,
  ...{ expiresAt: iso(row.expiresAt), lastRecalledAt: iso(row.lastRecalledAt), pinnedAt: iso(row.pinnedAt) },
  ...{ createdAt: iso(row.createdAt) ?? "", updatedAt: iso(row.updatedAt) ?? "" },
});
