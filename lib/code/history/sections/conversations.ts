import { createHash } from "node:crypto";
import { z } from "zod";
import { type BetweenAgents, betweenAgents } from "@/lib/shared/chat/metadata";
import { isRecord, type Part } from "@/lib/shared/chat/parts";
import type { Read } from "@/lib/store/conversations/export";
import {
  bringConversations,
  conversationsOfAgent,
  placesOf,
  type StoredMessage,
  type Travelling,
} from "@/lib/store/conversations/travelling-conversations";
import type { Brought } from "../cut-bytes";
import { refuseFile } from "../file-problem";
import {
  type ConversationEntry,
  type GivenConversations,
  givenConversations,
  readConversationEntries,
} from "./conversation-entries";
import { changeOfThing, defineSection, lines } from "./define";
import { packLines } from "./packed";

/** Characters. Conversations of more in total are written compressed. */
const MAX_PLAIN = 2_000_000;
/** Characters in one compressed piece. */
const PACK = 8_000_000;
const MOST = 300_000;
const AT_ONCE = 5_000;

/**
 * Conversations with their messages. Permissions, running work and open asks do not transfer: they are closed
 * in the copy.
 */
export const conversations = defineSection({
  isAsked: true,
  write: (agentId, read) => lines(entries(agentId, read)),
  file: z.array(givenConversations),
  async plan(agentId, list, brought) {
    const { ids, digest, ...found } = await look(list, brought);
    const places = await placesIn(agentId, ids);
    const targets = new Map<string, string>();
    const elsewhere = ids.filter((id) => places.get(id) === "elsewhere");
    for (const id of elsewhere) targets.set(id, idFor(agentId, id));
    const moved = await placesIn(agentId, [...targets.values()]);
    const targetOf = (id: string) => targets.get(id) ?? id;
    const coming = new Set(ids.filter((id) => (moved.get(targetOf(id)) ?? places.get(id)) !== "here"));
    if (coming.size === 0) return { same: ids.length, planned: [] };
    const messages = ids.reduce((sum, id) => sum + (coming.has(id) ? (found.counts.get(id) ?? 0) : 0), 0);
    const put = async () => {
      const links = found.links.map(([from, to]): [string, string] => [targetOf(from), targetOf(to)]);
      const own = { agentId, targetOf };
      await bringConversations(agentId, arriving(readConversationEntries(list, brought), coming, own), links);
    };
    const detail = `${counted(coming.size, "conversation")} with ${counted(messages, "message")}`;
    return {
      same: ids.length - coming.size,
      planned: [
        {
          change: changeOfThing("conversation", "conversations", "create", {
            title: "Conversations",
            detail,
          }),
          digest: `${digest} ${createHash("sha256")
            .update([...coming].join())
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
 * Writes few conversations as readable JSON, and many as compressed lines, so that no process has to hold
 * them all.
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

function written({ asked, parts, sheets, metadata, ...message }: StoredMessage, agentId: string) {
  const settled = settledParts(parts as Part[], asked);
  return {
    ...message,
    parts: settled,
    ...(metadata !== null && {
      metadata: withOther(metadata, (other) =>
        other.agentId === agentId ? { ...other, agentId: SELF } : other,
      ),
    }),
    ...(sheets.length > 0 && { sheets }),
  };
}

/** Validates everything before the import changes anything. */
async function look(list: readonly GivenConversations[], brought: Brought) {
  const digest = createHash("sha256");
  const counts = new Map<string, number>();
  const links: [string, string][] = [];
  let messages = new Set<string>();
  let current = "";
  for await (const { place, ...entry } of readConversationEntries(list, brought)) {
    digest.update(JSON.stringify(entry));
    if ("conversation" in entry) {
      const { id, continuedBy } = entry.conversation;
      if (counts.has(id)) throw refuseFile([...place, "id"], "the conversation appears twice");
      if (counts.size >= MOST)
        throw refuseFile(place, `a file can have at most ${MOST.toLocaleString("en")} of them`);
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
  for (let at = 0; at < ids.length; at += AT_ONCE)
    for (const [id, place] of await placesOf(agentId, ids.slice(at, at + AT_ONCE))) all.set(id, place);
  return all;
}

/**
 * Returns the id for a conversation whose own id belongs to another agent here. It is always the same, so
 * that a second import creates no duplicates.
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

/** Yields the entries of the conversations to import, with their ids here and no time in the future. */
async function* arriving(
  all: AsyncIterable<ConversationEntry>,
  coming: ReadonlySet<string>,
  { agentId, targetOf }: Own,
): AsyncGenerator<Travelling> {
  const now = Date.now();
  const past = (time: string) => new Date(Math.min(Date.parse(time), now)).toISOString();
  let isComing = false;
  for await (const entry of all) {
    if ("conversation" in entry) {
      const { conversation } = entry;
      isComing = coming.has(conversation.id);
      if (!isComing) continue;
      const { id, createdAt, updatedAt, endedAt, pinnedAt, helper } = conversation;
      yield {
        conversation: {
          ...{ ...conversation, id: targetOf(id), createdAt: past(createdAt), updatedAt: past(updatedAt) },
          ...{ endedAt: endedAt && past(endedAt), pinnedAt: pinnedAt && past(pinnedAt) },
          ...(helper && {
            helper: {
              ...{ ...helper, conversationId: targetOf(helper.conversationId) },
              ...{ startedAt: past(helper.startedAt), endedAt: past(helper.endedAt) },
            },
          }),
        },
      };
    } else if (isComing) {
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
const LEFT_BEHIND =
  "This call was not completed: it was running or waiting for approval when the agent was exported.";

/**
 * Returns the parts of a message with nothing left running. `asked` has the ids of calls that wait for an
 * answer; they are closed as a stop closes them.
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
    : { state: "output-error", errorText: LEFT_BEHIND };
  return { ...part, input, ...end } as Part;
}
