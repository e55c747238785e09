import * as z from "zod/mini";
import { shown } from "@/lib/shared/components/shown";
import { JOB_KINDS } from "@/lib/shared/jobs/kinds";
import { foundBy } from "@/lib/shared/memory/memory-search";
import { because } from "@/lib/shared/tools/because";

/** What the model calls of a message have used. */
export const usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Of the input: read from the provider's cache. */
  cachedTokens: z.optional(z.number()),
  /** Of the output: spent on reasoning. */
  reasoningTokens: z.optional(z.number()),
  /** US dollars; missing where no price is known. */
  cost: z.optional(z.number()),
});
export type Usage = z.infer<typeof usage>;

const call = z.object({
  /** How long a tool ran. */
  durationMs: z.optional(z.number()),
  /** When the person answered, as an ISO time. */
  answeredAt: z.optional(z.string()),
  /** The component that it put before the person. */
  shown: z.optional(shown),
  /** Why it asks for permission, where it is not the policy of its tool. */
  because: z.optional(because),
});
export type CallTimes = z.infer<typeof call>;

/** Why a message is there that the person did not write: the firing of a job. */
export const cause = z.object({
  kind: z.enum(JOB_KINDS),
  jobId: z.string(),
  /** Of the job, as it was then. */
  name: z.string(),
  /** When it was to fire, as an ISO time. */
  dueAt: z.string(),
  /** Length of the user's instruction, with which the text begins; missing in messages of earlier versions. */
  instructionChars: z.optional(z.number()),
});
export type Cause = z.infer<typeof cause>;

/** Another program that made the call of the message, over MCP, where no model did. */
export const program = z.object({
  /** Of the token that it came with, and the name that the token had then. */
  tokenId: z.string(),
  name: z.string(),
  /** The toolset of the tool that it called. */
  toolset: z.string(),
  /** What its token was for then; null for all tools. Code that its call runs calls no others. */
  tools: z.nullable(z.array(z.string())),
});
export type Program = z.infer<typeof program>;

/** Of a message between two conversations: the task with which a helper begins, or what came of one that worked in the background. */
export const betweenAgents = z.object({
  kind: z.enum(["task", "result"]),
  /** The agent and the conversation at the other end, and what the agent was called then. */
  agentId: z.string(),
  name: z.string(),
  conversationId: z.string(),
});
export type BetweenAgents = z.infer<typeof betweenAgents>;

/** A model that answered in place of another one, which had failed. */
export const succession = z.object({
  /** `provider/model` of both, and their names. */
  of: z.string(),
  ofName: z.string(),
  by: z.string(),
  byName: z.string(),
  /** The kind of failure, and the rest of a sentence that begins with `ofName`. */
  code: z.string(),
  why: z.string(),
});
export type Succession = z.infer<typeof succession>;

/** A tool that the model's provider refused, so that the answer was made without it. */
const refusedTool = z.object({
  name: z.string(),
  /** Its MCP server; null for a tool of the agent. */
  server: z.nullable(z.string()),
});
export type RefusedTool = z.infer<typeof refusedTool>;

/** A fact that the model was told because it fits what was said. What it says is read from memory, where it may be forgotten. */
const recalledFact = z.object({ id: z.string(), foundBy: z.array(foundBy) });
export type RecalledFact = z.infer<typeof recalledFact>;

/** What the server says of a message beside its parts. */
export const messageMetadata = z.object({
  /** In a stream alone: the conversation that the message is in, where it went on in another than it was said to. */
  conversationId: z.optional(z.string()),
  cause: z.nullish(cause),
  /** Of the call of a program and of its answer. */
  program: z.nullish(program),
  helper: z.nullish(betweenAgents),
  createdAt: z.optional(z.string()),
  /** The versions of this message, itself among them, oldest first; only where there are several. */
  versions: z.nullish(z.array(z.string())),
  /** The `provider/model` that wrote it. */
  model: z.nullish(z.string()),
  /** Where `model` is not the one that was chosen. */
  succession: z.nullish(succession),
  refusedTools: z.nullish(z.array(refusedTool)),
  /** Facts that were recalled before the model was asked; none where nothing was looked for. */
  recalled: z.nullish(z.array(recalledFact)),
  usage: z.nullish(usage),
  /** By the call's id. */
  calls: z.nullish(z.record(z.string(), call)),
  /** While it is written: since when the model has said nothing, as an ISO time. */
  quietSince: z.nullish(z.string()),
  /** What the model was given in the last step: tokens as its provider counted them, and as they were estimated. */
  context: z.nullish(z.object({ tokens: z.number(), estimate: z.number() })),
});
export type MessageMetadata = z.infer<typeof messageMetadata>;
