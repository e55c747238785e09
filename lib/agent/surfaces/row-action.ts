import { withTrafficLimits } from "@/lib/agent/message/traffic";
import { isRecord } from "@/lib/shared/chat/parts";
import type { CallOutcome } from "@/lib/shared/components/access";
import { AppError } from "@/lib/shared/errors";
import { OWN } from "@/lib/shared/tools/view";
import { readSettings } from "@/lib/store/agents/settings";
import { readBlocksSurface, type SurfaceId, tellConversation } from "@/lib/store/conversations/surfaces";
import { type Catalog, catalog as standard } from "@/lib/tools/toolsets/catalog";
import { runToolForSurface } from "./tool-call";

const TRAFFIC = { perMinute: 60, atOnce: 6 };

export type RowAction = {
  tool: string;
  row: Record<string, unknown>;
  allowed?: string;
  remember?: "always";
};

/**
 * Runs the tool of a row's button that the user clicked, with the row as input. The tool must be agent-made
 * and named by a table of the surface. Throws an `AppError`.
 */
export async function runRowAction(
  id: SurfaceId,
  { tool, row, ...rest }: RowAction,
  signal: AbortSignal,
  catalog: Catalog = standard,
): Promise<CallOutcome> {
  const surface = await readBlocksSurface(id);
  if (!surface || !namesTool(surface.input, tool))
    throw new AppError("not_found", `No table of this surface has a button for the tool "${tool}".`);
  const found = await catalog.find(id.agentId, tool);
  if (found?.toolset.id !== OWN)
    throw new AppError("not_found", `There is no agent-made tool "${tool}". Ask the agent to make it.`);
  const { readWeb, approvedTools } = surface;
  const settings = await readSettings(id.agentId);
  const onRead = (origins: readonly string[]) => tellConversation(id, origins);
  const caller = { id, catalog, settings, readWeb, approvedTools, version: "", onRead };
  return withTrafficLimits(id, "A surface may run tools", TRAFFIC, () =>
    runToolForSurface(caller, { name: tool, args: { row }, ...rest }, signal),
  );
}

function namesTool(value: unknown, tool: string): boolean {
  if (Array.isArray(value)) return value.some((one) => namesTool(one, tool));
  if (!isRecord(value)) return false;
  const { type, actions, data, ...rest } = value;
  if (type === "table" && Array.isArray(actions) && actions.some((one) => isRecord(one) && one.tool === tool))
    return true;
  return Object.values(rest).some((one) => namesTool(one, tool));
}
