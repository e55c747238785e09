import type { Tool as McpTool } from "@modelcontextprotocol/server";
import type { Offered } from "@/lib/agent/offer/toolset";

/** Apps of other servers, and components, may call none of these tools: they act with the rights of the whole token. */
export const FOR_MODELS = { visibility: ["model"] };

export function listedTools(name: string, { tool }: Offered): McpTool {
  const { title, description, inputSchema, hints } = tool;
  const [reads, writes] = [hints.reads ?? [], hints.writes ?? []];
  const isReadOnly = writes.length === 0 && !tool.pauses;
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: { ...inputSchema, type: "object" },
    annotations: {
      readOnlyHint: isReadOnly,
      ...(!isReadOnly && { idempotentHint: hints.idempotent === true }),
      openWorldHint: [...reads, ...writes].includes("web"),
    },
    _meta: { ui: FOR_MODELS },
  };
}
