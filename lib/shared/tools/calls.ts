import * as z from "zod/mini";

/** `waiting`: the tool waits for an answer of the user. `denied`: the user or a policy refused the call. */
export const CALL_STATES = ["running", "waiting", "ok", "error", "unknown", "denied"] as const;
export type CallState = (typeof CALL_STATES)[number];

export const toolCall = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  toolCallId: z.string(),
  /** For a call made by code: the call that ran the code. */
  parentToolCallId: z.nullable(z.string()),
  /** Title of the conversation; null while it is deleted. */
  title: z.nullable(z.string()),
  status: z.enum(CALL_STATES),
  /** The whole value, or `{ truncated: true, start }` if it is large. */
  input: z.unknown(),
  output: z.unknown(),
  error: z.nullable(z.string()),
  logs: z.nullable(z.array(z.string())),
  durationMs: z.nullable(z.number()),
  createdAt: z.string(),
});
export type ToolCall = z.infer<typeof toolCall>;

export const toolCallPage = z.object({ calls: z.array(toolCall), nextCursor: z.optional(z.string()) });
export type ToolCallPage = z.infer<typeof toolCallPage>;
