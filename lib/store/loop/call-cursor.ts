import { desc, eq, sql as raw, type SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { conversations } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import { db } from "@/lib/store/db";

/* Order and paging of lists of calls or asks. The newest come first, in the order of their indexes. */

type CallPosition = { at: string; conversationId: string; messageId: string; toolCallId: string };
type Listed = Record<"createdAt" | "conversationId" | "messageId" | "toolCallId", SQLWrapper>;

export const newestFirst = ({ createdAt, conversationId, messageId, toolCallId }: Listed) =>
  [createdAt, conversationId, messageId, toolCallId].map((column) => desc(column));

/**
 * Lateral subquery for the conversation of a row. With a plain join the planner would read all conversations,
 * because it overestimates the number of rows on a page.
 */
export function conversationOf(id: SQLWrapper) {
  const named = alias(conversations, "named_conversation");
  return db()
    .select({ title: named.title, deletedAt: named.deletedAt, memberId: named.memberId })
    .from(named)
    .where(eq(named.id, id))
    .limit(1)
    .as("conversation");
}

/** The row's time as text for a cursor, in microseconds. */
export const placeInTime = ({ createdAt }: Pick<Listed, "createdAt">) =>
  raw<string>`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const writeCursor = ({ at, conversationId, messageId, toolCallId }: CallPosition): string =>
  Buffer.from(JSON.stringify([at, conversationId, messageId, toolCallId])).toString("base64url");

/** Condition for the rows after a cursor; undefined for the first page. */
export function after(
  { createdAt, conversationId, messageId, toolCallId }: Listed,
  cursor: string | undefined,
) {
  if (cursor === undefined) return undefined;
  const [at, conversation, message, call] = readCursor(cursor);
  return raw`(${createdAt}, ${conversationId}, ${messageId}, ${toolCallId})
    < (${at}::timestamptz, ${conversation}::uuid, ${message}, ${call})`;
}

export const noCursor = () =>
  new AppError("invalid", "cursor: not returned by a list. Omit it to start at the beginning.");

const place = z.tuple([z.iso.datetime().startsWith("2"), z.guid(), z.string(), z.string()]);

function readCursor(cursor: string): z.infer<typeof place> {
  const read = place.safeParse(parse(Buffer.from(cursor, "base64url").toString()));
  if (read.success && read.data.every((text) => !text.includes("\0") && text.isWellFormed()))
    return read.data;
  throw noCursor();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
