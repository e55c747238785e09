import * as z from "zod/mini";

const limits = z.nullable(
  z.object({
    memoryMb: z.optional(z.number()),
    cpuMs: z.optional(z.number()),
    wallMs: z.optional(z.number()),
  }),
);

/** Content of a revision of kind "tool". */
export const toolContent = z.object({
  description: z.string(),
  parameter_schema: z.record(z.string(), z.unknown()),
  code: z.string(),
  /** Null to use the default limits. */
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

/** Response of `POST /api/agent-tools/:name/run`. If the run fails, the logs are in the error's `details`. */
export const agentToolRun = z.object({ result: z.unknown(), logs: z.array(z.string()) });
export type AgentToolRun = z.infer<typeof agentToolRun>;

/** Response of `POST /api/agent-tools/check`. Line and column count from 1. */
export const checkedCode = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), message: z.string(), line: z.number(), column: z.number() }),
]);
export type CheckedCode = z.infer<typeof checkedCode>;
