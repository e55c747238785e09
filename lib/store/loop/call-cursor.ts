import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { sql } from "@/lib/store/db";
import { given, type Sql } from "@/lib/store/given";

/** Lists of `tool_calls t` or `asks t`, newest first: the order that their indexes have, and where in it a page goes on. */

type Place = { at: string; conversationId: string; messageId: string; toolCallId: string };

export const newestFirst = (): Sql => sql()`
  order by t.created_at desc, t.conversation_id desc, t.message_id desc, t.tool_call_id desc`;

/**
 * Of the conversation of a row, what a list shows. Looked up for each row: how few they are a planner that knows no limit
 * cannot know, and would read all conversations.
 */
export const conversationOf = (id: Sql): Sql => sql()`
  left join lateral (
    select n.title, n.deleted_at from ${given({ id: sql()`${id}::uuid` })}, conversations n where n.id = given.id limit 1) c on true`;

/** A call's time as a cursor has it, to the microsecond. */
export const placeInTime = (): Sql =>
  sql()`to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const writeCursor = ({ at, conversationId, messageId, toolCallId }: Place): string =>
  Buffer.from(JSON.stringify([at, conversationId, messageId, toolCallId])).toString("base64url");

/** A condition for what follows a cursor; none for the first page. */
export function after(cursor: string | undefined): Sql {
  if (cursor === undefined) return sql()``;
  const [at, conversation, message, call] = readCursor(cursor);
  return sql()`and (t.created_at, t.conversation_id, t.message_id, t.tool_call_id)
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
