import * as z from "zod/mini";
import { ORIGINS } from "../jobs/kinds";
import { ask } from "./contract";

const openAsk = z.extend(ask, {
  agentId: z.string(),
  conversationId: z.string(),
  title: z.string(),
  origin: z.enum(ORIGINS),
  /** For an ask of a subagent: the conversation that the subagent works for. */
  asker: z.nullish(z.object({ agentId: z.string(), conversationId: z.string() })),
});
export type OpenAsk = z.infer<typeof openAsk>;

export const openAskPage = z.object({ asks: z.array(openAsk), nextCursor: z.optional(z.string()) });
export type OpenAskPage = z.infer<typeof openAskPage>;

export const askCount = z.object({
  count: z.number(),
  /** Number of asks that no visible tab has shown and that no notification has reported. */
  untold: z.number(),
  /** Number of asks that opened while no tab was visible. */
  away: z.number(),
});
export type AskCount = z.infer<typeof askCount>;
