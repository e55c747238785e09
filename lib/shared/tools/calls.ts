import * as z from "zod/mini";

/** What `GET /api/tools/:name/calls` sends and the browser reads. */

/** `waiting`: the call has begun, and its tool waits for an answer of the user. `denied`: the user or a rule did not allow it. */
export const CALL_STATES = ["running", "waiting", "ok", "error", "unknown", "denied"] as const;
export type CallState = (typeof CALL_STATES)[number];

export const toolCall = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  toolCallId: z.string(),
  /** Of a call that code made: the call that ran the code. */
  parentToolCallId: z.nullable(z.string()),
  /** Of the conversation; null while it is deleted. */
  title: z.nullable(z.string()),
  status: z.enum(CALL_STATES),
  /** Whole, or `{ truncated: true, start }` where it is large. */
  input: z.unknown(),
  output: z.unknown(),
  error: z.nullable(z.string()),
  /** What code of the agent's wrote to its console. */
  logs: z.nullable(z.array(z.string())),
  durationMs: z.nullable(z.number()),
  createdAt: z.string(),
});
export type ToolCall = z.infer<typeof toolCall>;

export const toolCallPage = z.object({ calls: z.array(toolCall), nextCursor: z.optional(z.string()) });
export type ToolCallPage = z.infer<typeof toolCallPage>;
