import type { UIMessage } from "ai";
import * as z from "zod/mini";
import { t as common } from "@/lib/shared/i18n/en/common";
import { notificationKind } from "@/lib/shared/notifications";
import { approvalReason } from "@/lib/shared/tools/approval-reason";
import { ORIGINS } from "../jobs/kinds";
import { KINDS } from "../kinds";
import { roomEvent } from "../rooms/room";
import { surfaceFacts } from "./surfaces/sheets";

/*
 * Responses of the chat routes, as the browser reads them. Uses zod/mini because every page loads this
 * module.
 */

const origin = z.enum(ORIGINS);

export const runStatus = z.enum(["running", "waiting", "completed", "failed", "stopped"]);

const runError = z.object({ code: z.string(), message: z.string() });

export const run = z.object({
  id: z.string(),
  status: runStatus,
  messageId: z.string(),
  error: z.nullish(runError),
  /**
   * Number of the newest user messages that the model has not read yet, because they arrived during the run.
   */
  pending: z.optional(z.number()),
});

/** An open question to the user: an answer to give, or a tool call to approve. */
export const ask = z.object({
  toolCallId: z.string(),
  toolName: z.string(),
  kind: z.enum(["answer", "approval"]),
  messageId: z.string(),
  input: z.unknown(),
  /** Why approval is needed, if the reason is not the policy of the tool. */
  because: z.nullish(approvalReason),
  /** False if the surface only shows something and needs no answer. */
  awaits: z.optional(z.boolean()),
  createdAt: z.string(),
  /** The conversation of the ask. For an ask of a subagent, this is the subagent's conversation. */
  conversationId: z.optional(z.string()),
  /** The agent of the subagent that asks; null if no subagent asks. */
  from: z.nullish(z.object({ agent: z.string(), name: z.string() })),
});
export type Ask = z.infer<typeof ask>;

/** Returns whether the ask needs an answer. A surface that only shows something does not. */
export const isAwaited = ({ awaits }: Ask): boolean => awaits !== false;

const message = z.custom<UIMessage>((value) => isMessage(value));

const neighbour = z.object({ id: z.string(), title: z.string() });

/**
 * The current state of a conversation on the server. Without the message that a run is writing: it arrives by
 * the stream of the run.
 */
export const snapshot = z.object({
  conversation: z.object({
    id: z.string(),
    title: z.string(),
    /** Initiator of the conversation's turns, such as a job; the user if missing. */
    origin: z.optional(origin),
    /** Name of the author if that is another member, who shared it to read. The name of the owner can be empty. */
    author: z.nullish(z.string()),
    project: z.nullish(z.object({ id: z.string(), name: z.string() })),
    createdAt: z.string(),
    updatedAt: z.string(),
    model: z.nullish(z.string()),
    /** Fallback models of this conversation; null to use those of the settings. */
    successors: z.nullish(z.array(z.string())),
    pinned: z.optional(z.boolean()),
    /** The surface pinned to the canvas, as `messageId/toolCallId`. */
    pinnedSurface: z.nullish(z.string()),
    approvedTools: z.optional(z.array(z.string())),
    /**
     * Set if the conversation uses another version of the system prompt than the live one. `version` is null if
     * that version is unknown.
     */
    prompt: z.nullish(z.object({ version: z.nullable(z.number()), live: z.number() })),
    /** True if the session is to end. It ends as soon as no run is live and no ask waits. */
    isEnding: z.optional(z.boolean()),
    /** When the conversation ended. The next message starts a new one. */
    endedAt: z.nullish(z.string()),
    summary: z.nullish(z.string()),
    /** The conversation that continues this one, and the one that this one continues. */
    continuedBy: z.nullish(neighbour),
    continues: z.nullish(neighbour),
  }),
  messages: z.array(message),
  /**
   * Set if `messages` is a window and earlier messages are left out: the number of those, and the ones with
   * surfaces, reduced to the parts that the canvas reads.
   */
  earlier: z.nullish(z.object({ count: z.number(), messages: z.array(message) })),
  /** Id of a hidden message after the last visible one: later messages were hidden by restoring an earlier time. */
  later: z.optional(z.string()),
  run: z.nullable(run),
  asks: z.array(ask),
  /** Surfaces that the user has interacted with. */
  sheets: z.optional(z.array(surfaceFacts)),
  /** ETag of this response. */
  etag: z.optional(z.string()),
});
export type Snapshot = z.infer<typeof snapshot>;

/** Messages before a window, and the number of messages before those. */
export const earlierPage = z.object({ messages: z.array(message), earlier: z.number() });

export const summary = z.object({
  id: z.string(),
  title: z.string(),
  /** Initiator of the conversation's turns, such as a job; the user if missing. */
  origin: z.optional(origin),
  createdAt: z.string(),
  updatedAt: z.string(),
  run: z.nullable(z.object({ id: z.string(), status: runStatus })),
  openAsks: z.number(),
  pinned: z.optional(z.boolean()),
  /** Name of the author if that is another member. */
  author: z.optional(z.string()),
  found: z.nullish(z.object({ messageId: z.string(), excerpt: z.string() })),
  /** The agent of the conversation, in a search over all agents. */
  agent: z.optional(z.object({ id: z.string(), name: z.string(), mark: z.string() })),
});
export type Summary = z.infer<typeof summary>;

export const summaries = z.object({ conversations: z.array(summary), nextCursor: z.nullish(z.string()) });
export type Summaries = z.infer<typeof summaries>;

/** An event of `GET /api/events`. It says that something changed, and the client refetches it. */
export const changeEvent = z.discriminatedUnion("type", [
  /** First event of a stream: the build of Easel that serves it. */
  z.object({ type: z.literal("build"), id: z.string() }),
  z.object({ type: z.literal("conversation"), id: z.string() }),
  /** The state of a subagent of this conversation changed. */
  z.object({ type: z.literal("helpers"), id: z.string() }),
  z.object({ type: z.literal("component"), name: z.string() }),
  z.object({ type: z.literal("history"), kind: z.enum(KINDS), name: z.string() }),
  z.object({ type: z.literal("file"), id: z.string() }),
  z.object({ type: z.literal("settings") }),
  z.object({ type: z.literal("agents") }),
  /** A member, or the sharing of an agent or a conversation changed. */
  z.object({ type: z.literal("members") }),
  /** A conversation of another agent changed. */
  z.object({ type: z.literal("elsewhere") }),
  z.object({ type: z.literal("jobs") }),
  /** The audit log has new network requests. */
  z.object({ type: z.literal("requests") }),
  /** An MCP server, its connection or its tools changed. */
  z.object({ type: z.literal("mcp") }),
  /** A channel's account, its status or its paired users changed. */
  z.object({ type: z.literal("channels") }),
  z.object({ type: z.literal("database"), tables: z.array(z.string()) }),
  z.object({ type: z.literal("documents"), collections: z.array(z.string()) }),
  z.object({ type: z.literal("pins") }),
  /** A notification is due, because no visible tab showed an ask, or because a job failed. */
  z.object({ type: z.literal("told"), kind: notificationKind }),
  z.object({ type: z.literal("sheet"), conversation: z.string(), id: z.string(), version: z.number() }),
  z.object({ type: z.literal("comments"), target: z.string() }),
  roomEvent,
]);

export const titleOf = (conversation: { title: string }): string =>
  conversation.title.trim() || common("newConversation");

function isMessage(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    typeof value.id === "string" &&
    "parts" in value &&
    Array.isArray(value.parts)
  );
}
