import type { Tool as McpTool } from "@modelcontextprotocol/server";
import type { Offered } from "@/lib/agent/offer/toolset";

export function listedTools(name: string, { tool }: Offered): McpTool {
  const { description, inputSchema, hints } = tool;
  const [reads, writes] = [hints.reads ?? [], hints.writes ?? []];
  const isReadOnly = writes.length === 0 && !tool.pauses;
  return {
    name,
    description,
    inputSchema: { ...inputSchema, type: "object" },
    annotations: {
      readOnlyHint: isReadOnly,
      ...(!isReadOnly && { idempotentHint: hints.idempotent === true }),
      openWorldHint: [...reads, ...writes].includes("web"),
    },
  };
}
