import * as z from "zod/mini";
import { ORIGINS } from "../jobs/kinds";
import { ask } from "./contract";

/** What `GET /api/asks` gives: an open ask with where it is asked. */
const openAsk = z.extend(ask, {
  agentId: z.string(),
  conversationId: z.string(),
  title: z.string(),
  /** Who begins the conversation's turns. */
  origin: z.enum(ORIGINS),
  /** Of one that a helper asks: the conversation for which it works. */
  asker: z.nullish(z.object({ agentId: z.string(), conversationId: z.string() })),
});
export type OpenAsk = z.infer<typeof openAsk>;

export const openAskPage = z.object({ asks: z.array(openAsk), nextCursor: z.optional(z.string()) });
export type OpenAskPage = z.infer<typeof openAskPage>;

export const askCount = z.object({
  count: z.number(),
  /** Of them: nobody has heard of them yet. */
  untold: z.number(),
  /** Of them: they opened while no tab was looked at. */
  away: z.number(),
});
export type AskCount = z.infer<typeof askCount>;
