import { and, eq, isNotNull, isNull, sql as raw } from "drizzle-orm";
import { asks, conversations, sheets } from "@/drizzle/schema";
import { MAX_SHEET_BYTES, MAX_SHEET_ENTRIES } from "@/lib/shared/chat/surfaces/sheets";
import { surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import type { Deed } from "@/lib/shared/components/sheet";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import { addReadWeb, findSent, openSheet } from "@/lib/store/hot/sheets";
import type { SheetRow } from "@/lib/store/rows";

export type SheetId = { agentId: string; conversationId: string; messageId: string; toolCallId: string };
export type Sheet = {
  /** Whether its conversation had read web content before it was shown. */
  isAfterWeb: boolean;
  allowed: Deed[];
  approvedTools: string[];
};

const isAsk = ({ agentId, conversationId, messageId, toolCallId }: SheetId) =>
  and(
    ...[eq(asks.agentId, agentId), eq(asks.conversationId, conversationId), eq(asks.messageId, messageId)],
    ...[eq(asks.toolCallId, toolCallId), eq(asks.kind, "answer")],
  );

const isThere = (id: typeof asks.conversationId | typeof sheets.conversationId) =>
  and(eq(conversations.id, id), isNull(conversations.deletedAt));

export async function readSheet(id: SheetId): Promise<Sheet | null> {
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
export async function readBlocksSheet(
  id: SheetId,
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

/** Returns whether a form was submitted after its ask had closed, by a message other than `by`. */
export async function wasSent(id: Omit<SheetId, "agentId">, by: string): Promise<boolean> {
  const [row] = await findSent(id, by);
  return row !== undefined;
}

/** Adds origins of text that a sheet received to its conversation, which may receive that text from it. */
export async function tellConversation(
  { conversationId }: Pick<SheetId, "conversationId">,
  origins: readonly string[],
): Promise<void> {
  await addReadWeb(conversationId, origins);
}

/** Stores with its ask that the user allows a deed, for the lifetime of the conversation. */
export async function allowSheet(id: SheetId, deed: Deed): Promise<void> {
  const because = raw`${asks.because}::jsonb`;
  await db()
    .update(asks)
    .set({
      because: raw`jsonb_set(${because}, '{allowed}',
        coalesce(${because}->'allowed', '[]') - ${deed}::text || ${asJson([deed])}::jsonb)::json`,
    })
    .where(and(isAsk(id), isNotNull(asks.because)));
}

export type SheetChange = {
  /** Changed entries; null deletes one. */
  entries?: Readonly<Record<string, unknown>>;
  isClosed?: boolean;
  hasFailed?: boolean;
};

type Kept = Pick<SheetRow, "entries" | "version">;

const isSheet = ({ agentId, conversationId, messageId, toolCallId }: SheetId) =>
  and(
    ...[eq(sheets.agentId, agentId), eq(sheets.conversationId, conversationId)],
    ...[eq(sheets.messageId, messageId), eq(sheets.toolCallId, toolCallId)],
  );

const kept = { entries: sheets.entries, version: sheets.version };

/** Returns the stored state of a sheet; empty with version 0 by default. */
export async function readSheetState(id: SheetId): Promise<Kept> {
  const [row] = await db()
    .select(kept)
    .from(sheets)
    .innerJoin(conversations, isThere(sheets.conversationId))
    .where(isSheet(id));
  return row ?? { entries: {}, version: 0 };
}

/** Returns the entries of all sheets of a message, by call id. */
export async function readEntries(
  conversationId: string,
  messageId: string,
): Promise<Record<string, Kept["entries"]>> {
  const rows = await db()
    .select({ toolCallId: sheets.toolCallId, entries: sheets.entries })
    .from(sheets)
    .where(and(eq(sheets.conversationId, conversationId), eq(sheets.messageId, messageId)));
  return Object.fromEntries(rows.map(({ toolCallId, entries }) => [toolCallId, entries]));
}

/**
 * Merges changes into a sheet's state and returns its version; per entry the last write wins. Throws
 * `not_found` if the conversation has no such message, `invalid` if the state would be too large.
 */
export async function changeSheet(id: SheetId, change: SheetChange): Promise<number> {
  const { agentId, conversationId, messageId, toolCallId } = id;
  const { isClosed, hasFailed } = change;
  const version = await sql().begin(async (tx) => {
    // The row lock serialises writes of several tabs.
    await openSheet(tx, id);
    const [row] = await db(tx).select(kept).from(sheets).where(isSheet(id)).for("update");
    if (!row) throw new AppError("not_found", "There is no such sheet in this conversation.");
    const entries = change.entries && merged(row.entries, change.entries);
    const next = row.version + (entries ? 1 : 0);
    await db(tx)
      .update(sheets)
      .set({
        ...{ version: next, updatedAt: raw`now()`, entries, failed: hasFailed },
        ...(isClosed !== undefined && {
          closedAt: isClosed ? raw`coalesce(${sheets.closedAt}, now())` : null,
        }),
      })
      .where(isSheet(id));
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

function merged(before: Kept["entries"], change: Kept["entries"]): Kept["entries"] {
  const entries = Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== null),
  );
  const count = Object.keys(entries).length;
  const bytes = Buffer.byteLength(asJson(entries));
  if (count > MAX_SHEET_ENTRIES)
    throw tooMuch(
      `${count} entries, and the maximum is ${MAX_SHEET_ENTRIES}. Combine related values in one.`,
    );
  if (bytes > MAX_SHEET_BYTES)
    throw tooMuch(`${Math.ceil(bytes / 1_000)} KB, and the maximum is ${MAX_SHEET_BYTES / 1_000} KB.`);
  return entries;
}

const tooMuch = (what: string) =>
  new AppError("invalid", `The state of this sheet is too large: ${what} The earlier state was kept.`, {
    details: [{ path: "entries", message: `Too large: ${what}` }],
  });
