import * as z from "zod/mini";
import { MODES, POLICIES } from "@/lib/shared/modes";
import { rateLimit } from "./limits";

/** Known requirements of tools and toolsets, which the interface translates. MCP servers report others. */
export const LACKS = [
  "noChromium",
  "noChromiumAtPath",
  "noDeno",
  "noImageModel",
  "noMail",
  "noOpenCode",
  "noSearchEngine",
  "noWhatsApp",
] as const;
export type LackCode = (typeof LACKS)[number];
const lackCode = z.catch(z.optional(z.enum(LACKS)), undefined);

const schema = z.record(z.string(), z.unknown());

/** Statistics of the last 30 days. */
export const toolStats = z.object({
  calls: z.number(),
  /** True if there were more calls than the figures cover. They cover only the newest. */
  more: z.optional(z.boolean()),
  failures: z.number(),
  medianMs: z.nullable(z.number()),
  lastAt: z.nullable(z.string()),
});
export type ToolStats = z.infer<typeof toolStats>;

export const toolView = z.object({
  name: z.string(),
  /** Title and help for the UI. The model reads `description` instead. */
  title: z.optional(z.string()),
  help: z.optional(z.string()),
  description: z.string(),
  reads: z.optional(z.array(z.string())),
  writes: z.optional(z.array(z.string())),
  inputSchema: schema,
  policy: z.enum(POLICIES),
  enabled: z.boolean(),
  instructions: z.optional(z.string()),
  /** Maximum duration of a call; missing for tools that wait for the user. */
  maxTimeoutSeconds: z.optional(z.number()),
  /** The user's timeout; null if not set. */
  timeoutSeconds: z.optional(z.nullable(z.number())),
  /** The user's rate limit; null for none. */
  rateLimit: z.optional(z.nullable(rateLimit)),
  pauses: z.boolean(),
  /**
   * Set if the tool writes, so that it may need approval after the conversation has read the web. `trusted`:
   * the user has exempted it.
   */
  afterWeb: z.optional(z.enum(["concerned", "trusted"])),
  stats: z.optional(toolStats),
  version: z.optional(z.number()),
  origins: z.optional(z.array(z.string())),
  /**
   * The version that the user had allowed permanently. The tool was changed since then, so it needs approval
   * again.
   */
  lapsed: z.optional(z.number()),
  problem: z.optional(z.string()),
  /** The missing requirement because of which the model does not see the tool. */
  lacks: z.optional(z.string()),
  lacksCode: lackCode,
});
export type ToolView = z.infer<typeof toolView>;

export const toolsetView = z.object({
  id: z.string(),
  title: z.string(),
  category: z.string(),
  mode: z.enum(MODES),
  /** True if the requirements of the toolset are met. Otherwise the model does not see the toolset. */
  available: z.boolean(),
  reason: z.optional(z.string()),
  reasonCode: lackCode,
  /** Describes an optional extension of the toolset and how to enable it. */
  note: z.optional(z.string()),
  noteCode: lackCode,
  prompt: z.optional(z.string()),
  /** The user's instructions, appended to `prompt`. */
  instructions: z.string(),
  /** Estimated tokens that all tools of the toolset add to each request. */
  tokens: z.optional(z.number()),
  /**
   * The policy of the toolset's writing tools after the conversation has read the web; missing if the toolset has
   * no writing tools.
   */
  afterWeb: z.optional(z.enum(POLICIES)),
  /** Only for the toolset that runs programs: whether they may import packages. */
  packages: z.optional(z.boolean()),
  tools: z.array(toolView),
  left: z.optional(z.number()),
});
export type ToolsetView = z.infer<typeof toolsetView>;

export const toolsetsView = z.object({ toolsets: z.array(toolsetView) });

export const MAX_INSTRUCTIONS = { toolset: 20_000, tool: 4_000 };

export const changedToolset = z.object({ toolset: toolsetView });
export const changedTool = z.object({ tool: toolView });

/** Id of the toolset of tools that the agent and the user wrote. */
export const OWN = "own";
