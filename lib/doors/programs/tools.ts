import type { Equipment } from "@/lib/agent/message/equipment";
import { type Offered, offer } from "@/lib/agent/offer/toolset";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { readSettings } from "@/lib/store/agents/settings";

/**
 * Returns the tools that a token may call now. They are available and not denied, and a limited token must name
 * them.
 */
export async function toolsFor(
  { agentId, tools: named }: McpToken,
  { catalog }: Pick<Equipment, "catalog">,
): Promise<Map<string, Offered>> {
  const [settings, toolsets] = await Promise.all([readSettings(agentId), catalog.toolsets(agentId)]);
  // Treat all toolsets as loaded: a program reads the list of tools only once, so it cannot load more on
  // demand.
  const loaded = new Set(toolsets.map(({ id }) => id));
  const { tools } = offer({ settings, toolsets, loaded, allowed: [] });
  const names = named && new Set(named);
  return new Map(
    [...tools].filter(([name, { policy }]) => policy !== "deny" && (names === null || names.has(name))),
  );
}
