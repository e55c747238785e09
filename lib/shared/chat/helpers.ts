import * as z from "zod/mini";
import { runStatus } from "./contract";

/** So many of a conversation may be at work at once, and so many stand one below the other. */
export const MAX_HELPERS = 5;
export const MAX_HELPER_DEPTH = 2;

/** A conversation that another one has begun, as that one shows it. */
export const helper = z.object({
  conversationId: z.string(),
  /** Its own, and those of its helpers: where what stands in its card is asked. */
  conversations: z.array(z.string()),
  agent: z.object({ id: z.string(), name: z.string(), mark: z.string() }),
  /** Whether it is of the same agent: a helper with a fresh context. */
  isSelf: z.boolean(),
  /** The call that began it. */
  messageId: z.string(),
  toolCallId: z.string(),
  title: z.string(),
  isAwaited: z.boolean(),
  /** Of its latest run; null where its conversation was deleted. */
  status: z.nullable(runStatus),
  /** Why it has failed, in words. */
  error: z.nullable(z.string()),
  /** The part that it works on, as the chat would tell of it; null before there is one. */
  doing: z.nullable(z.unknown()),
  steps: z.number(),
  tokens: z.number(),
  /** US dollars; null where no price is known. */
  cost: z.nullable(z.number()),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
});
export type Helper = z.infer<typeof helper>;
export const helpersView = z.object({ helpers: z.array(helper) });
