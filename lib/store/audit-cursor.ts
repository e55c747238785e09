import { z } from "zod";
import { AppError } from "@/lib/shared/errors";

type Place = { at: string; conversationId: string; messageId: string; toolCallId: string };

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/;
const isTime = (text: string) => TIME.test(text) && !Number.isNaN(Date.parse(text.slice(0, 19)));
const place = z.tuple([z.string().refine(isTime), z.uuid(), z.string(), z.string()]);

/** Where a list of calls goes on. */
export const writeCursor = ({ at, conversationId, messageId, toolCallId }: Place): string =>
  Buffer.from(JSON.stringify([at, conversationId, messageId, toolCallId])).toString("base64url");

export function readCursor(cursor: string): z.infer<typeof place> {
  const read = place.safeParse(parse(Buffer.from(cursor, "base64url").toString()));
  if (read.success && read.data.every((text) => !text.includes("\0") && text.isWellFormed()))
    return read.data;
  throw noCursor();
}

export const noCursor = () =>
  new AppError("invalid", "cursor: it is not one that a list gave. Leave it out to begin at the top.");

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
