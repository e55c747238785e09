import * as z from "zod/mini";

/** What the routes of agent-made tools send and the browser reads. */

const limits = z.nullable(
  z.object({
    memoryMb: z.optional(z.number()),
    cpuMs: z.optional(z.number()),
    wallMs: z.optional(z.number()),
  }),
);

/** The content of a revision of the kind "tool". */
export const toolContent = z.object({
  description: z.string(),
  parameter_schema: z.record(z.string(), z.unknown()),
  code: z.string(),
  /** Null: the usual ones. */
  limits,
});
export type ToolContent = z.infer<typeof toolContent>;

export const agentTool = z.extend(toolContent, {
  name: z.string(),
  enabled: z.boolean(),
  version: z.number(),
  updatedAt: z.string(),
});
export type AgentTool = z.infer<typeof agentTool>;

export const agentToolList = z.object({ tools: z.array(agentTool) });

/** `POST /api/agent-tools/:name/run`. When the run fails, the error's `details` have the logs. */
export const agentToolRun = z.object({ result: z.unknown(), logs: z.array(z.string()) });
export type AgentToolRun = z.infer<typeof agentToolRun>;

/** `POST /api/agent-tools/check`. Line and column count from 1. */
export const checkedCode = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), message: z.string(), line: z.number(), column: z.number() }),
]);
export type CheckedCode = z.infer<typeof checkedCode>;
