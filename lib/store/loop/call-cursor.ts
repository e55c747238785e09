import { desc, eq, sql as raw, type SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { conversations } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import { db } from "@/lib/store/db";

/* Lists of calls or asks, newest first: the order that their indexes have, and where in it a page goes on. */

type Place = { at: string; conversationId: string; messageId: string; toolCallId: string };
/** A table or subquery of calls or asks. */
type Listed = Record<"createdAt" | "conversationId" | "messageId" | "toolCallId", SQLWrapper>;

export const newestFirst = ({ createdAt, conversationId, messageId, toolCallId }: Listed) =>
  [createdAt, conversationId, messageId, toolCallId].map((column) => desc(column));

/**
 * A subquery for a lateral join: the conversation of a row. The planner does not know how few rows a page has, and would read all
 * conversations for a plain join.
 */
export function conversationOf(id: SQLWrapper) {
  const named = alias(conversations, "named_conversation");
  return db()
    .select({ title: named.title, deletedAt: named.deletedAt })
    .from(named)
    .where(eq(named.id, id))
    .limit(1)
    .as("conversation");
}

/** A call's time as a cursor has it, to the microsecond. */
export const placeInTime = ({ createdAt }: Pick<Listed, "createdAt">) =>
  raw<string>`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const writeCursor = ({ at, conversationId, messageId, toolCallId }: Place): string =>
  Buffer.from(JSON.stringify([at, conversationId, messageId, toolCallId])).toString("base64url");

/** A condition for what follows a cursor; none for the first page. */
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
  new AppError("invalid", "cursor: it is not one that a list gave. Leave it out to begin at the top.");

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
