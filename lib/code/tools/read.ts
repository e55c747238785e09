import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { AppError } from "@/lib/shared/errors";
import { readAgentTool } from "@/lib/store/agents/agent-tools";

export async function toolOf(agentId: string, name: string): Promise<AgentTool> {
  const live = await readAgentTool(agentId, name);
  if (!live) throw noTool(name);
  return live;
}

export const noTool = (name: string) =>
  new AppError("not_found", `There is no agent-made tool "${name}". Choose one from the list of tools.`);
