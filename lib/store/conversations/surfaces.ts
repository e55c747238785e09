import { and, eq, isNotNull, isNull, sql as raw } from "drizzle-orm";
import { asks, conversations, surfaces } from "@/drizzle/schema";
import { MAX_SURFACE_BYTES, MAX_SURFACE_ENTRIES } from "@/lib/shared/chat/surfaces/sheets";
import { surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import type { Deed } from "@/lib/shared/components/surface";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import { addReadWeb, findSent, openSurface } from "@/lib/store/hot/surfaces";
import type { SurfaceRow } from "@/lib/store/rows";

export type SurfaceId = { agentId: string; conversationId: string; messageId: string; toolCallId: string };
export type Surface = {
  /** Whether the surface's conversation had read web content before it was shown. */
  isAfterWeb: boolean;
  allowed: Deed[];
  approvedTools: string[];
};

const isAsk = ({ agentId, conversationId, messageId, toolCallId }: SurfaceId) =>
  and(
    ...[eq(asks.agentId, agentId), eq(asks.conversationId, conversationId), eq(asks.messageId, messageId)],
    ...[eq(asks.toolCallId, toolCallId), eq(asks.kind, "answer")],
  );

const isThere = (id: typeof asks.conversationId | typeof surfaces.conversationId) =>
  and(eq(conversations.id, id), isNull(conversations.deletedAt));

export async function readSurface(id: SurfaceId): Promise<Surface | null> {
  const [row] = await db()
    .select({
      isAfterWeb: raw<boolean>`coalesce(${asks.because}->>'kind' = 'web', false)`,
      allowed: raw<Deed[]>`coalesce(${asks.because}->'allowed', '[]')`,
      approvedTools: conversations.approvedTools,
    })
    .from(asks)
    .innerJoin(conversations, isThere(asks.conversationId))
    .where(isAsk(id));
  return row ?? null;
}

/**
 * Returns the blocks of a call and the web origins that its conversation had read before. Null if the call
 * has shown none.
 */
export async function readBlocksSurface(
  id: SurfaceId,
): Promise<{ input: unknown; readWeb: string[]; approvedTools: string[] } | null> {
  const { input, because, toolName } = asks;
  const [row] = await db()
    .select({
      input,
      readWeb: raw<string[]>`case when ${because}->>'kind' = 'web' then ${because}->'origins' else '[]' end`,
      approvedTools: conversations.approvedTools,
    })
    .from(asks)
    .innerJoin(conversations, isThere(asks.conversationId))
    .where(and(isAsk(id), eq(toolName, "render_blocks")));
  return row ?? null;
}

/**
 * Returns whether a message other than `by` has submitted a form, which is possible after its ask was closed.
 */
export async function wasSent(id: Omit<SurfaceId, "agentId">, by: string): Promise<boolean> {
  const [row] = await findSent(id, by);
  return row !== undefined;
}

/**
 * Adds origins of text that a surface has read to its conversation, because the surface can send that text to
 * it.
 */
export async function tellConversation(
  { conversationId }: Pick<SurfaceId, "conversationId">,
  origins: readonly string[],
): Promise<void> {
  await addReadWeb(conversationId, origins);
}

/** Stores in the surface's ask that the user allows an action. The permission ends with the conversation. */
export async function allowSurface(id: SurfaceId, deed: Deed): Promise<void> {
  const because = raw`${asks.because}::jsonb`;
  await db()
    .update(asks)
    .set({
      because: raw`jsonb_set(${because}, '{allowed}',
        coalesce(${because}->'allowed', '[]') - ${deed}::text || ${asJson([deed])}::jsonb)::json`,
    })
    .where(and(isAsk(id), isNotNull(asks.because)));
}

export type SurfaceChange = {
  /** Changed entries; null deletes one. */
  entries?: Readonly<Record<string, unknown>>;
  isClosed?: boolean;
  hasFailed?: boolean;
};

type StoredSurfaceState = Pick<SurfaceRow, "entries" | "version">;

const isSurface = ({ agentId, conversationId, messageId, toolCallId }: SurfaceId) =>
  and(
    ...[eq(surfaces.agentId, agentId), eq(surfaces.conversationId, conversationId)],
    ...[eq(surfaces.messageId, messageId), eq(surfaces.toolCallId, toolCallId)],
  );

const stateColumns = { entries: surfaces.entries, version: surfaces.version };

/** Returns the stored state of a surface; empty with version 0 by default. */
export async function readSurfaceState(id: SurfaceId): Promise<StoredSurfaceState> {
  const [row] = await db()
    .select(stateColumns)
    .from(surfaces)
    .innerJoin(conversations, isThere(surfaces.conversationId))
    .where(isSurface(id));
  return row ?? { entries: {}, version: 0 };
}

/** Returns the entries of all surfaces of a message, by call id. */
export async function readEntries(
  conversationId: string,
  messageId: string,
): Promise<Record<string, StoredSurfaceState["entries"]>> {
  const rows = await db()
    .select({ toolCallId: surfaces.toolCallId, entries: surfaces.entries })
    .from(surfaces)
    .where(and(eq(surfaces.conversationId, conversationId), eq(surfaces.messageId, messageId)));
  return Object.fromEntries(rows.map(({ toolCallId, entries }) => [toolCallId, entries]));
}

/**
 * Merges changes into a surface's state and returns its version; per entry the last write wins. Throws
 * `not_found` if the conversation has no such message, `invalid` if the state would be too large.
 */
export async function changeSurface(id: SurfaceId, change: SurfaceChange): Promise<number> {
  const { agentId, conversationId, messageId, toolCallId } = id;
  const { isClosed, hasFailed } = change;
  const version = await sql().begin(async (tx) => {
    // The row lock makes writes of several tabs wait for each other.
    await openSurface(tx, id);
    const [row] = await db(tx).select(stateColumns).from(surfaces).where(isSurface(id)).for("update");
    if (!row) throw new AppError("not_found", "There is no such surface in this conversation.");
    const entries = change.entries && merged(row.entries, change.entries);
    const next = row.version + (entries ? 1 : 0);
    await db(tx)
      .update(surfaces)
      .set({
        ...{ version: next, updatedAt: raw`now()`, entries, failed: hasFailed },
        ...(isClosed !== undefined && {
          closedAt: isClosed ? raw`coalesce(${surfaces.closedAt}, now())` : null,
        }),
      })
      .where(isSurface(id));
    return next;
  });
  if (change.entries)
    publish({
      type: "sheet",
      agent: agentId,
      conversation: conversationId,
      id: surfaceId(messageId, toolCallId),
      version,
    });
  if (isClosed !== undefined || hasFailed !== undefined)
    publish({ type: "conversation", agent: agentId, id: conversationId });
  return version;
}

function merged(
  before: StoredSurfaceState["entries"],
  change: StoredSurfaceState["entries"],
): StoredSurfaceState["entries"] {
  const entries = Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== null),
  );
  const count = Object.keys(entries).length;
  const bytes = Buffer.byteLength(asJson(entries));
  if (count > MAX_SURFACE_ENTRIES)
    throw tooMuch(
      `${count} entries, and the maximum is ${MAX_SURFACE_ENTRIES}. Combine related values in one.`,
    );
  if (bytes > MAX_SURFACE_BYTES)
    throw tooMuch(`${Math.ceil(bytes / 1_000)} KB, and the maximum is ${MAX_SURFACE_BYTES / 1_000} KB.`);
  return entries;
}

const tooMuch = (what: string) =>
  new AppError("invalid", `The state of this surface is too large: ${what} The earlier state was kept.`, {
    details: [{ path: "entries", message: `Too large: ${what}` }],
  });
