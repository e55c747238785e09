import * as z from "zod/mini";
import { MODES, POLICIES } from "@/lib/shared/modes";
import { rateLimit } from "./limits";

/** What `GET /api/tools` sends and the browser reads. */

const schema = z.record(z.string(), z.unknown());

/** Of the last 30 days. */
export const toolStats = z.object({
  calls: z.number(),
  /** There were more: the figures are those of the newest. */
  more: z.optional(z.boolean()),
  failures: z.number(),
  medianMs: z.nullable(z.number()),
  lastAt: z.nullable(z.string()),
});
export type ToolStats = z.infer<typeof toolStats>;

export const toolView = z.object({
  name: z.string(),
  /** For people, beside the description that the model reads. */
  title: z.optional(z.string()),
  help: z.optional(z.string()),
  description: z.string(),
  /** What a call may read and change. */
  reads: z.optional(z.array(z.string())),
  writes: z.optional(z.array(z.string())),
  inputSchema: schema,
  policy: z.enum(POLICIES),
  enabled: z.boolean(),
  /** The person's own words, which follow those of its toolset. */
  instructions: z.optional(z.string()),
  /** The longest that a call may take; missing of one that waits for the person. */
  maxTimeoutSeconds: z.optional(z.number()),
  /** What the person has set instead; null: nothing. */
  timeoutSeconds: z.optional(z.nullable(z.number())),
  /** How often the person lets it be called; null: as often as it is wanted. */
  rateLimit: z.optional(z.nullable(rateLimit)),
  /** It waits for the person anyway. */
  pauses: z.boolean(),
  /** It writes, so it may ask once a conversation has read the web; `trusted`: the person has said that it need not. */
  afterWeb: z.optional(z.enum(["concerned", "trusted"])),
  stats: z.optional(toolStats),
  /** Of a tool that the agent or the person has written. */
  version: z.optional(z.number()),
  /** Origins on the web whose text may be in it. */
  origins: z.optional(z.array(z.string())),
  /** It asks again: the version that the person had allowed for good, which the agent has rewritten since. */
  lapsed: z.optional(z.number()),
  /** Why it cannot be called although it is there. */
  problem: z.optional(z.string()),
  /** What it needs and is not there; the model does not hear of it then. */
  lacks: z.optional(z.string()),
});
export type ToolView = z.infer<typeof toolView>;

export const toolsetView = z.object({
  id: z.string(),
  title: z.string(),
  category: z.string(),
  mode: z.enum(MODES),
  /** Whether what it needs is there; if not, the model does not hear of it. */
  available: z.boolean(),
  reason: z.optional(z.string()),
  /** What it could have beside, and how to get it. */
  note: z.optional(z.string()),
  /** What the model is told of it. */
  prompt: z.optional(z.string()),
  /** The person's own words, which follow ours. */
  instructions: z.string(),
  /** About how many tokens it costs with each message, once the model has all of it. */
  tokens: z.optional(z.number()),
  /** What becomes of its tools that write, once a conversation has read the web; missing where none does. */
  afterWeb: z.optional(z.enum(POLICIES)),
  /** Of the one that runs programs: whether they may import packages; missing where they may not. */
  packages: z.optional(z.boolean()),
  tools: z.array(toolView),
  /** How many more there are, all of them disabled, which `?all=true` brings. */
  left: z.optional(z.number()),
});
export type ToolsetView = z.infer<typeof toolsetView>;

export const toolsetsView = z.object({ toolsets: z.array(toolsetView) });

/** Characters of the person's own words. */
export const MAX_INSTRUCTIONS = { toolset: 20_000, tool: 4_000 };

/** What the two PATCH routes give back. */
export const changedToolset = z.object({ toolset: toolsetView });
export const changedTool = z.object({ tool: toolView });

/** The toolset of what the agent and the person have written. */
export const OWN = "own";
