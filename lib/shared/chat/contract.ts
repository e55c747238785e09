import type { UIMessage } from "ai";
import * as z from "zod/mini";
import { ORIGINS } from "../jobs/kinds";
import { KINDS } from "../kinds";
import { toldKind } from "../telling";
import { because } from "../tools/because";
import { sheetFacts } from "./surfaces/sheets";

/** What the chat routes send and the browser reads; by zod/mini, because every page carries it. */

const origin = z.enum(ORIGINS);

export const runStatus = z.enum(["running", "waiting", "completed", "failed", "stopped"]);

const runError = z.object({ code: z.string(), message: z.string() });

export const run = z.object({
  id: z.string(),
  status: runStatus,
  messageId: z.string(),
  error: z.nullish(runError),
  /** How many of the last messages came while it was running and have not been put before the model yet. */
  pending: z.optional(z.number()),
});

/** An open question to the person: an answer to give, or a tool call to allow. */
export const ask = z.object({
  toolCallId: z.string(),
  toolName: z.string(),
  kind: z.enum(["answer", "approval"]),
  messageId: z.string(),
  input: z.unknown(),
  /** Why an approval asks, where it is not the policy of its tool. */
  because: z.nullish(because),
  /** False of what is only shown: nobody need answer it. */
  awaits: z.optional(z.boolean()),
  createdAt: z.string(),
  /** The conversation in which it is asked: of one that a helper asks, the helper's. */
  conversationId: z.optional(z.string()),
  /** Of one that a helper asks: the helper's agent. */
  from: z.nullish(z.object({ agent: z.string(), name: z.string() })),
});
export type Ask = z.infer<typeof ask>;

/** Whether something is asked of the person; what is only shown waits for nobody. */
export const isAwaited = ({ awaits }: Ask): boolean => awaits !== false;

const neighbour = z.object({ id: z.string(), title: z.string() });

/** One conversation as the server has it now; the message that a running run writes comes by its stream. */
export const snapshot = z.object({
  conversation: z.object({
    id: z.string(),
    title: z.string(),
    /** Who begins its turns; the person, where it is not said. */
    origin: z.optional(origin),
    createdAt: z.string(),
    updatedAt: z.string(),
    model: z.nullish(z.string()),
    /** Answer in place of the model when it fails; null where those of the settings do. */
    successors: z.nullish(z.array(z.string())),
    pinned: z.optional(z.boolean()),
    /** The surface that stays on the canvas: `messageId/toolCallId`. */
    pinnedSurface: z.nullish(z.string()),
    /** Tools that ask first and need not in this conversation any more. */
    approvedTools: z.optional(z.array(z.string())),
    /** Where another version of the system prompt is live: the one that it runs on, if that is known, and the live one. */
    prompt: z.nullish(z.object({ version: z.nullable(z.number()), live: z.number() })),
    /** Whether it ends as soon as nothing in it runs or waits. */
    isEnding: z.optional(z.boolean()),
    /** Of one that has ended: then what is said next begins another one. */
    endedAt: z.nullish(z.string()),
    summary: z.nullish(z.string()),
    /** The conversations that go on from this one, and that this one goes on from. */
    continuedBy: z.nullish(neighbour),
    continues: z.nullish(neighbour),
  }),
  messages: z.array(z.custom<UIMessage>((value) => isMessage(value))),
  /** Whether these are only the last, as a page begins with them: all are read then. */
  hasEarlier: z.optional(z.boolean()),
  run: z.nullable(run),
  asks: z.array(ask),
  /** Of sheets with which the person has done something. */
  sheets: z.optional(z.array(sheetFacts)),
});
export type Snapshot = z.infer<typeof snapshot>;

/** A row of the list of conversations. */
export const summary = z.object({
  id: z.string(),
  title: z.string(),
  /** Who begins its turns; the person, where it is not said. */
  origin: z.optional(origin),
  createdAt: z.string(),
  updatedAt: z.string(),
  run: z.nullable(z.object({ id: z.string(), status: runStatus })),
  openAsks: z.number(),
  pinned: z.optional(z.boolean()),
  /** Where `q` was found inside the conversation: words around it, and the message, which the page can be opened at. */
  found: z.nullish(z.object({ messageId: z.string(), excerpt: z.string() })),
  /** Whose it is, where all agents are searched. */
  agent: z.optional(z.object({ id: z.string(), name: z.string(), mark: z.string() })),
});
export type Summary = z.infer<typeof summary>;

export const summaries = z.object({ conversations: z.array(summary), nextCursor: z.nullish(z.string()) });
export type Summaries = z.infer<typeof summaries>;

/** What `GET /api/events` tells: this conversation or component changed, something has a new version, what is pinned or kept of a sheet, the settings, a job or the requests in the audit did; look again. */
export const changeEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("conversation"), id: z.string() }),
  /** How a helper of this conversation stands. */
  z.object({ type: z.literal("helpers"), id: z.string() }),
  z.object({ type: z.literal("component"), name: z.string() }),
  z.object({ type: z.literal("history"), kind: z.enum(KINDS), name: z.string() }),
  z.object({ type: z.literal("file"), id: z.string() }),
  z.object({ type: z.literal("settings") }),
  /** An agent was made, changed or deleted, or is back. */
  z.object({ type: z.literal("agents") }),
  /** A conversation of another agent changed. */
  z.object({ type: z.literal("elsewhere") }),
  z.object({ type: z.literal("jobs") }),
  /** What went to the network is kept. */
  z.object({ type: z.literal("requests") }),
  /** An MCP server, its connection or its tools. */
  z.object({ type: z.literal("mcp") }),
  /** A channel's account, how it stands, or who is paired. */
  z.object({ type: z.literal("channels") }),
  z.object({ type: z.literal("database"), tables: z.array(z.string()) }),
  z.object({ type: z.literal("documents"), collections: z.array(z.string()) }),
  z.object({ type: z.literal("pins") }),
  /** Something waits, and no tab was looked at when it began to. */
  z.object({ type: z.literal("told"), kind: toldKind }),
  z.object({ type: z.literal("sheet"), conversation: z.string(), id: z.string(), version: z.number() }),
]);

const errorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.optional(z.unknown()) }),
});

/** The error that a response holds, or undefined when something between us and Easel answered. */
export function readError(body: unknown): { code: string; message: string; details?: unknown } | undefined {
  return errorBody.safeParse(body).data?.error;
}

/** The first text of a conversation is its title until it has one. */
export const titleOf = (conversation: { title: string }): string =>
  conversation.title.trim() || "New conversation";

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
