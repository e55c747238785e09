import { createHash } from "node:crypto";
import { z } from "zod";
import { type BetweenAgents, betweenAgents } from "@/lib/shared/chat/metadata";
import { isRecord, type Part } from "@/lib/shared/chat/parts";
import type { Read } from "@/lib/store/conversations/export";
import {
  conversationsOfAgent,
  type ExportEntry,
  importConversations,
  placesOf,
  type StoredMessage,
} from "@/lib/store/conversations/exported-conversations";
import type { BlobSizes } from "../cut-bytes";
import { refuseFile } from "../file-problem";
import {
  type ConversationEntry,
  type FileConversations,
  fileConversations,
  readConversationEntries,
} from "./conversation-entries";
import { changeOfItem, defineSection, lines } from "./define";
import { packLines } from "./packed";

/** Maximum characters in total for readable JSON. More conversations are written compressed. */
const MAX_PLAIN = 2_000_000;
/** Approximate characters in one compressed chunk. */
const PACK = 8_000_000;
const MAX_CONVERSATIONS = 300_000;
const IDS_PER_QUERY = 5_000;

/**
 * Exports conversations with their messages. Permissions are not exported, and the copy contains no running
 * work or open asks: they are closed.
 */
export const conversations = defineSection({
  isOptIn: true,
  write: (agentId, read) => lines(entries(agentId, read)),
  file: z.array(fileConversations),
  async plan(agentId, list, blobSizes) {
    const { ids, digest, ...found } = await validate(list, blobSizes);
    const places = await placesIn(agentId, ids);
    const targets = new Map<string, string>();
    const elsewhere = ids.filter((id) => places.get(id) === "elsewhere");
    for (const id of elsewhere) targets.set(id, idFor(agentId, id));
    const moved = await placesIn(agentId, [...targets.values()]);
    const targetOf = (id: string) => targets.get(id) ?? id;
    const newIds = new Set(ids.filter((id) => (moved.get(targetOf(id)) ?? places.get(id)) !== "here"));
    if (newIds.size === 0) return { same: ids.length, planned: [] };
    const messages = ids.reduce((sum, id) => sum + (newIds.has(id) ? (found.counts.get(id) ?? 0) : 0), 0);
    const put = async () => {
      const links = found.links.map(([from, to]): [string, string] => [targetOf(from), targetOf(to)]);
      const own = { agentId, targetOf };
      await importConversations(
        agentId,
        importedEntries(readConversationEntries(list, blobSizes), newIds, own),
        links,
      );
    };
    const detail = `${counted(newIds.size, "conversation")} with ${counted(messages, "message")}`;
    return {
      same: ids.length - newIds.size,
      planned: [
        {
          change: changeOfItem("conversation", "conversations", "create", {
            title: "Conversations",
            detail,
          }),
          digest: `${digest} ${createHash("sha256")
            .update([...newIds].join())
            .digest("hex")}`,
          put,
        },
      ],
    };
  },
});

const counted = (count: number, what: string) =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

/**
 * Writes a small number of conversations as readable JSON and more as compressed lines, so that no process
 * has to keep them all in memory.
 */
async function* entries(agentId: string, read: Read): AsyncGenerator<string> {
  let waiting: string[] = [];
  let size = 0;
  let isPacked = false;
  const pack = async () => {
    const bytes = (await packLines(waiting)).toString("base64");
    [waiting, size] = [[], 0];
    return JSON.stringify({ bytes });
  };
  for await (const entry of conversationsOfAgent(agentId, read)) {
    const line = JSON.stringify("message" in entry ? { message: written(entry.message, agentId) } : entry);
    waiting.push(line);
    size += line.length;
    isPacked ||= size > MAX_PLAIN;
    if (size > PACK) yield await pack();
  }
  if (isPacked && waiting.length > 0) yield await pack();
  else yield* plain(waiting);
}

function* plain(written: readonly string[]): Generator<string> {
  let head: string | undefined;
  let messages: string[] = [];
  const whole = () => `${head?.slice(0, -1)},"messages":[${messages.map((one) => `\n${one}`).join(",")}]}`;
  for (const line of written) {
    const isHead = line.startsWith('{"conversation":');
    const value = line.slice(line.indexOf(":") + 1, -1);
    if (!isHead) messages.push(value);
    else {
      if (head !== undefined) yield whole();
      [head, messages] = [value, []];
    }
  }
  if (head !== undefined) yield whole();
}

function written({ asked, parts, sheets: surfaces, metadata, ...message }: StoredMessage, agentId: string) {
  const settled = settledParts(parts as Part[], asked);
  return {
    ...message,
    parts: settled,
    ...(metadata !== null && {
      metadata: withOther(metadata, (other) =>
        other.agentId === agentId ? { ...other, agentId: SELF } : other,
      ),
    }),
    ...(surfaces.length > 0 && { sheets: surfaces }),
  };
}

async function validate(list: readonly FileConversations[], blobSizes: BlobSizes) {
  const digest = createHash("sha256");
  const counts = new Map<string, number>();
  const links: [string, string][] = [];
  let messages = new Set<string>();
  let current = "";
  for await (const { place, ...entry } of readConversationEntries(list, blobSizes)) {
    digest.update(JSON.stringify(entry));
    if ("conversation" in entry) {
      const { id, continuedBy } = entry.conversation;
      if (counts.has(id)) throw refuseFile([...place, "id"], "the conversation appears twice");
      if (counts.size >= MAX_CONVERSATIONS)
        throw refuseFile(place, `a file can have at most ${MAX_CONVERSATIONS.toLocaleString("en")} of them`);
      counts.set(id, 0);
      if (continuedBy) links.push([id, continuedBy]);
      [current, messages] = [id, new Set()];
    } else {
      const { id, parentId } = entry.message;
      if (messages.has(id)) throw refuseFile([...place, "id"], "the message appears twice");
      if (parentId !== null && !messages.has(parentId))
        throw refuseFile([...place, "parentId"], "no earlier message has this id");
      messages.add(id);
      counts.set(current, messages.size);
    }
  }
  return { ids: [...counts.keys()], counts, links, digest: digest.digest("hex") };
}

async function placesIn(agentId: string, ids: readonly string[]) {
  const all = new Map<string, "here" | "deleted" | "elsewhere">();
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY)
    for (const [id, place] of await placesOf(agentId, ids.slice(at, at + IDS_PER_QUERY))) all.set(id, place);
  return all;
}

/**
 * Returns a new id for a conversation whose id another agent in this workspace uses. The same conversation
 * always gets the same id, so that a second import creates no duplicates.
 */
function idFor(agentId: string, id: string): string {
  const hex = createHash("sha256").update(`${agentId} ${id}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/** Replaces the exporting agent's id, which differs where the file is imported. */
const SELF = "self";

function withOther(metadata: unknown, change: (other: BetweenAgents) => BetweenAgents): unknown {
  const other = isRecord(metadata) ? betweenAgents.safeParse(metadata.helper).data : undefined;
  return other && isRecord(metadata) ? { ...metadata, helper: change(other) } : metadata;
}

type Own = { agentId: string; targetOf: (id: string) => string };

/**
 * Yields the entries of the conversations to import. Replaces their ids by those in this workspace, and times
 * in the future by the present.
 */
async function* importedEntries(
  all: AsyncIterable<ConversationEntry>,
  newIds: ReadonlySet<string>,
  { agentId, targetOf }: Own,
): AsyncGenerator<ExportEntry> {
  const now = Date.now();
  const past = (time: string) => new Date(Math.min(Date.parse(time), now)).toISOString();
  let isNew = false;
  for await (const entry of all) {
    if ("conversation" in entry) {
      const { conversation } = entry;
      isNew = newIds.has(conversation.id);
      if (!isNew) continue;
      const { id, createdAt, updatedAt, endedAt, pinnedAt, helper: subagent } = conversation;
      yield {
        conversation: {
          ...{ ...conversation, id: targetOf(id), createdAt: past(createdAt), updatedAt: past(updatedAt) },
          ...{ endedAt: endedAt && past(endedAt), pinnedAt: pinnedAt && past(pinnedAt) },
          ...(subagent && {
            helper: {
              ...{ ...subagent, conversationId: targetOf(subagent.conversationId) },
              ...{ startedAt: past(subagent.startedAt), endedAt: past(subagent.endedAt) },
            },
          }),
        },
      };
    } else if (isNew) {
      const { message } = entry;
      const parts = settledParts(message.parts as Part[]);
      const metadata = withOther(message.metadata, (other) =>
        other.agentId === SELF
          ? { ...other, agentId, conversationId: targetOf(other.conversationId) }
          : other,
      );
      yield { message: { ...message, parts, metadata, createdAt: past(message.createdAt) } };
    }
  }
}

/** The error of a call that was running or waiting for approval when the conversation was exported. */
const INTERRUPTED_ERROR =
  "This call was not completed: it was running or waiting for approval when the agent was exported.";

/**
 * Returns the parts of a message with every running part closed. `asked` has the ids of calls that wait for
 * an answer, which are closed as if the run had been stopped.
 */
const settledParts = (parts: readonly Part[], asked: readonly string[] = []): Part[] =>
  parts.map((part) => {
    if ("toolCallId" in part) return isOver(part.state) ? part : settledCall(part, asked);
    if ("state" in part && part.state === "streaming") return { ...part, state: "done" };
    if (part.type === "data-compaction" && isRecord(part.data) && part.data.state === "working")
      return { ...part, data: { ...part.data, state: "stopped" } };
    return part;
  });

type Call = Extract<Part, { toolCallId: string }>;

const isOver = (state: string) => state.startsWith("output-");

function settledCall({ approval: _, ...part }: Call, asked: readonly string[]): Part {
  const { input = {} } = part;
  const end = asked.includes(part.toolCallId)
    ? { state: "output-available", output: { action: "cancelled" } }
    : { state: "output-error", errorText: INTERRUPTED_ERROR };
  return { ...part, input, ...end } as Part;
}
