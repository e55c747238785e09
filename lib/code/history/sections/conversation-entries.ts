import { z } from "zod";
import { AGENT_FILE_SHAPE } from "@/lib/shared/agents/agent-file";
import { messageMetadata } from "@/lib/shared/chat/metadata";
import { fileIdOf } from "@/lib/shared/file-address";
import { label, uuid } from "@/lib/shared/ids";
import { ORIGINS } from "@/lib/shared/jobs/kinds";
import { MAX_ORIGINS } from "@/lib/shared/origins";
import { isoTime } from "@/lib/shared/text/iso-time";
import { isStorable, problemOfJson } from "@/lib/shared/text/storable";
import type { ExportedConversation, ExportedMessage } from "@/lib/store/conversations/exported-conversations";
import type { BlobSizes } from "../cut-bytes";
import { type JsonPath, parseAt, refuseFile } from "../file-problem";
import { unpackLines } from "./packed";

/** Maximum bytes of all conversations in a file, decompressed. */
const MAX_BYTES = 4_000_000_000;
/** Maximum bytes of one message. */
const MAX_LINE = 32_000_000;
const UNPACKED = { what: "message", maxBytes: MAX_BYTES, maxLine: MAX_LINE };

const text = (maxChars: number) =>
  z.string().max(maxChars).refine(isStorable, "Contains a character that cannot be stored");
const storedLabel = label.refine(isStorable, "Contains a character that cannot be stored");
const textList = (maxCount: number) => z.array(text(2_000)).max(maxCount);

const conversation = z.strictObject({
  id: uuid,
  title: text(2_000),
  titledBy: z.enum(["words", "model", "person"]),
  origin: z.enum(ORIGINS),
  contact: text(200).nullable(),
  jobId: uuid.nullable(),
  projectId: uuid.nullable().default(null),
  identity: text(2_000_000),
  model: text(300).nullable(),
  successors: textList(5).nullable(),
  readWeb: textList(MAX_ORIGINS),
  readThrough: textList(MAX_ORIGINS),
  pinnedAt: isoTime.nullable(),
  pinnedSurface: text(500).nullable(),
  endedAt: isoTime.nullable(),
  summary: text(1_000_000).nullable(),
  continuedBy: uuid.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  helper: z
    .strictObject({
      conversationId: uuid,
      messageId: storedLabel,
      toolCallId: storedLabel,
      isAwaited: z.boolean(),
      status: z.enum(["completed", "failed", "stopped"]),
      error: z.object({ code: text(200), message: text(10_000) }).nullable(),
      wrote: storedLabel,
      startedAt: isoTime,
      endedAt: isoTime,
    })
    .optional(),
});

const DATA = /^data:[\w.+/-]+;base64,/;
/**
 * A part of a message. The UI renders it by its type. The address of a file must be one of the agent's own
 * files or a data URL, because the browser fetches it.
 */
const part = z
  .looseObject({ type: text(200).min(1) })
  .refine(
    ({ type, url }) =>
      type !== "file" || (typeof url === "string" && (fileIdOf(url) !== undefined || DATA.test(url))),
    { path: ["url"], message: "The file must be one of the agent's or a data: URL" },
  );

const message = z.strictObject({
  id: storedLabel,
  role: z.enum(["user", "assistant"]),
  parentId: label.nullable(),
  active: z.boolean(),
  createdAt: isoTime,
  parts: z.array(part).max(100_000),
  metadata: z
    .unknown()
    .refine((value) => messageMetadata.safeParse(value).success, "It is not valid message metadata")
    .optional(),
  sheets: z
    .array(
      z.strictObject({
        call: storedLabel,
        entries: z.record(z.string(), z.unknown()),
        isClosed: z.boolean(),
        hasFailed: z.boolean(),
      }),
    )
    .max(1_000)
    .optional(),
});

/**
 * A conversation with its messages, or many as lines compressed with zstd, in base64. `cutBytes` replaces
 * that by a hash.
 */
export const fileConversations = z.union([
  z.strictObject({ bytes: z.string() }),
  z.looseObject({ id: z.unknown(), messages: z.array(z.unknown()) }),
]);
export type FileConversations = z.infer<typeof fileConversations>;

export type ConversationEntry = { place: JsonPath } & (
  | { conversation: ExportedConversation }
  | { message: ExportedMessage }
);

export async function* readConversationEntries(
  list: readonly FileConversations[],
  blobSizes: BlobSizes,
): AsyncGenerator<ConversationEntry> {
  let hasConversation = false;
  for (const [at, one] of list.entries()) {
    const place = ["conversations", at];
    if (!isPacked(one)) {
      const { messages, ...head } = one;
      yield { place, conversation: parseAt(conversation, head, place) };
      for (const [nth, item] of messages.entries()) yield readMessage(item, [...place, "messages", nth]);
      continue;
    }
    let nth = 0;
    for await (const line of unpackLines(one.bytes, blobSizes, [...place, "bytes"], UNPACKED)) {
      const where = [...place, "bytes", nth++];
      const problem = problemOfJson(line, AGENT_FILE_SHAPE);
      if (problem) throw refuseFile(where, `it ${problem.problem}`);
      const { conversation: head, message: item } = parseAt(packedLine, line, where);
      if ((head === undefined) === (item === undefined))
        throw refuseFile(where, "a line must be either a conversation or a message");
      if (item !== undefined && !hasConversation) throw refuseFile(where, "no conversation precedes it");
      hasConversation = true;
      yield item === undefined
        ? { place: where, conversation: parseAt(conversation, head, [...where, "conversation"]) }
        : readMessage(item, [...where, "message"]);
    }
  }
}

const packedLine = z.strictObject({ conversation: z.unknown().optional(), message: z.unknown().optional() });

const isPacked = (one: FileConversations): one is { bytes: string } => "bytes" in one;

function readMessage(item: unknown, place: JsonPath): ConversationEntry {
  const { metadata = null, sheets: surfaces = [], ...rest } = parseAt(message, item, place);
  return { place, message: { ...rest, metadata, sheets: surfaces } };
}
