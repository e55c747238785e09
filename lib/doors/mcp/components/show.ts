import type { CallToolResult, InputRequiredResult, Tool as McpTool } from "@modelcontextprotocol/server";
import { componentsByTool } from "@/lib/doors/programs/component-tools";
import { PROOF_META } from "@/lib/shared/mcp/apps";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { uriOfComponent } from "./document";
import { proofOf } from "./surface";

/** Adds the document to a tool that shows a component, also in the format of the extension's first version. */
export function asShowing(tool: McpTool, component: string): McpTool {
  const uri = uriOfComponent(component);
  const { ui } = (tool._meta ?? {}) as { ui?: object };
  return { ...tool, _meta: { ui: { ...ui, resourceUri: uri }, "ui/resourceUri": uri } };
}

/** Adds the proof for the document to the result. Hosts give `_meta` to the document, but not to the model. */
export async function withProof(
  token: McpToken,
  toolName: string,
  result: CallToolResult | InputRequiredResult,
): Promise<CallToolResult | InputRequiredResult> {
  const component = (await componentsByTool(token.agentId)).get(toolName);
  if (!component || !("content" in result) || result.isError) return result;
  const proof = proofOf(token, component.name);
  return { ...result, _meta: { ...result._meta, [PROOF_META]: proof } };
}
