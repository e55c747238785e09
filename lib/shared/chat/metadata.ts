import * as z from "zod/mini";
import { shown } from "@/lib/shared/components/shown";
import { PRODUCTS } from "@/lib/shared/imports/products";
import { JOB_KINDS } from "@/lib/shared/jobs/kinds";
import { foundBy } from "@/lib/shared/memory/memory-search";
import { approvalReason } from "@/lib/shared/tools/approval-reason";

export const usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Part of `inputTokens` that the provider read from its cache. */
  cachedTokens: z.optional(z.number()),
  reasoningTokens: z.optional(z.number()),
  /** Cost in US dollars; missing if no price is known. */
  cost: z.optional(z.number()),
});
export type Usage = z.infer<typeof usage>;

/**
 * The rule that refused a call: the policy of its tool, the policy after web text was read, the user, or the rate
 * limit of the tool.
 */
export const refusedBy = z.enum(["policy", "web", "user", "rate"]);
export type RefusedBy = z.infer<typeof refusedBy>;

const call = z.object({
  durationMs: z.optional(z.number()),
  /** ISO time of the user's answer. */
  answeredAt: z.optional(z.string()),
  shown: z.optional(shown),
  because: z.optional(approvalReason),
  refusedBy: z.optional(refusedBy),
});
export type CallTimes = z.infer<typeof call>;

/** The job run of a job that created a message instead of the user. */
export const cause = z.object({
  kind: z.enum(JOB_KINDS),
  jobId: z.string(),
  /** Name of the job at that time. */
  name: z.string(),
  /** The due time of the job run, as an ISO time. */
  dueAt: z.string(),
  /** Length of the user's instruction at the start of the text; missing in messages of earlier versions. */
  instructionChars: z.optional(z.number()),
});
export type Cause = z.infer<typeof cause>;

/** The program that made the call of this message over MCP, or that wrote the message over `/v1`. */
export const program = z.object({
  /** Id of the program's token, and the token's name at that time. */
  tokenId: z.string(),
  name: z.string(),
  /** The toolset of the called tool. Null if the program wrote a message, which the model answers. */
  toolset: z.nullable(z.string()),
  /** Tools that the token allowed at that time; null for all. The run and its code can use only these. */
  tools: z.nullable(z.array(z.string())),
});
export type Program = z.infer<typeof program>;

/**
 * For a message between two conversations: the task that a subagent starts with, or the result of a background
 * subagent.
 */
export const betweenAgents = z.object({
  kind: z.enum(["task", "result"]),
  /** The agent and conversation at the other end. `name` is the agent's name at that time. */
  agentId: z.string(),
  name: z.string(),
  conversationId: z.string(),
});
export type BetweenAgents = z.infer<typeof betweenAgents>;

/** Records that a fallback model answered because the chosen model failed. */
export const fallbackUse = z.object({
  /**
   * The model `of` failed and the model `by` answered. Both are ids such as `provider/model`; the other two
   * fields are their display names.
   */
  of: z.string(),
  ofName: z.string(),
  by: z.string(),
  byName: z.string(),
  /** Error code of the failure, and its reason, which completes the sentence that begins with `ofName`. */
  code: z.string(),
  why: z.string(),
});
export type FallbackUse = z.infer<typeof fallbackUse>;

/** A tool whose definition the model's provider rejected. The model answered without the tool. */
const refusedTool = z.object({
  name: z.string(),
  /** The MCP server of the tool; null for a tool of the agent. */
  server: z.nullable(z.string()),
});
export type RefusedTool = z.infer<typeof refusedTool>;

/**
 * A fact that was added to the prompt because it matches the message. The content is only stored in the memory,
 * where the user can delete it.
 */
const recalledFact = z.object({ id: z.string(), foundBy: z.array(foundBy) });
export type RecalledFact = z.infer<typeof recalledFact>;

export const messageMetadata = z.object({
  /**
   * Sent only in streams, if the message continued in another conversation than the user sent it to: the id of
   * that conversation.
   */
  conversationId: z.optional(z.string()),
  cause: z.nullish(cause),
  program: z.nullish(program),
  helper: z.nullish(betweenAgents),
  /** The product from whose export the message is. A user message of an export does not count as the user's words. */
  imported: z.nullish(z.enum(PRODUCTS)),
  createdAt: z.optional(z.string()),
  /** Ids of all versions of this message, including its own, oldest first. Missing if there is only one. */
  versions: z.nullish(z.array(z.string())),
  /** The `provider/model` that wrote the message. */
  model: z.nullish(z.string()),
  /** Set if `model` is not the chosen model. */
  succession: z.nullish(fallbackUse),
  refusedTools: z.nullish(z.array(refusedTool)),
  /** Facts that were added to the prompt; missing if memory was not searched. */
  recalled: z.nullish(z.array(recalledFact)),
  usage: z.nullish(usage),
  calls: z.nullish(z.record(z.string(), call)),
  /** While the message streams: the ISO time since which the model has sent nothing. */
  quietSince: z.nullish(z.string()),
  /**
   * Input size of the last step in tokens: `tokens` as the provider counted it, `estimate` as Easel estimated
   * it before.
   */
  context: z.nullish(z.object({ tokens: z.number(), estimate: z.number() })),
});
export type MessageMetadata = z.infer<typeof messageMetadata>;
