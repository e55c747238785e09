import * as z from "zod/mini";
import { runStatus } from "./contract";

/** Maximum subagents of a conversation that run at the same time, and maximum depth of their nesting. */
export const MAX_SUBAGENTS = 5;
export const MAX_SUBAGENT_DEPTH = 2;

/**
 * A conversation that another conversation has started, with the facts that the card in that other conversation
 * shows.
 */
export const subagent = z.object({
  conversationId: z.string(),
  /** Ids of the subagent's conversation and of its own subagents. Their asks appear in the card. */
  conversations: z.array(z.string()),
  agent: z.object({ id: z.string(), name: z.string(), mark: z.string() }),
  /** True if the subagent runs the same agent, with a fresh context. */
  isSelf: z.boolean(),
  messageId: z.string(),
  toolCallId: z.string(),
  title: z.string(),
  isAwaited: z.boolean(),
  /** Status of the latest run; null if the conversation was deleted. */
  status: z.nullable(runStatus),
  error: z.nullable(z.string()),
  /**
   * The part that the subagent is writing or the call that it is running, which the card shows; null before the
   * first one.
   */
  doing: z.nullable(z.unknown()),
  steps: z.number(),
  tokens: z.number(),
  /** Cost in US dollars; null if no price is known. */
  cost: z.nullable(z.number()),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
});
export type Subagent = z.infer<typeof subagent>;
export const subagentsView = z.object({ helpers: z.array(subagent) });
