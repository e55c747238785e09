import type { Equipment } from "@/lib/agent/message/equipment";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import { listAgents } from "@/lib/store/agents/agents";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { RequestError } from "./errors";
import { toolsFor } from "./tools";

export type Model = { id: string; agentId: string; name: string; createdAt: number };

/** Lists the agents that a program may use as models, that of its token first. */
export async function listModels(token: McpToken, equipment: Equipment): Promise<Model[]> {
  const all = await allModels(token);
  return (await mayAskOthers(token, equipment))
    ? all
    : all.filter(({ agentId }) => agentId === token.agentId);
}

/** Returns the model with this name or of this agent. */
export async function modelFor(
  token: McpToken,
  { name, agentId }: { name?: string; agentId?: string },
  equipment: Equipment,
): Promise<Model> {
  const wanted = name === undefined ? undefined : spelled(name);
  const found = (await allModels(token)).find((one) =>
    wanted === undefined ? one.agentId === agentId : wanted === one.id || wanted === one.agentId,
  );
  if (found && (found.agentId === token.agentId || (await mayAskOthers(token, equipment)))) return found;
  const names = (await listModels(token, equipment)).map(({ id }) => id).join(", ");
  const missing = JSON.stringify(name ?? agentId);
  throw new RequestError(`There is no model ${missing} for this token. There are: ${names}.`, {
    ...{ status: 404, type: "invalid_request_error", code: "model_not_found", param: "model" },
  });
}

/**
 * A token reaches other agents if its agent may ask them without approval (`ask_agent`). A token that names tools reaches
 * only its own agent, because the tools of another one differ.
 */
const mayAskOthers = async (token: McpToken, equipment: Equipment): Promise<boolean> =>
  token.tools === null && (await toolsFor(token, equipment)).get("ask_agent")?.policy === "allow";

async function allModels(token: McpToken): Promise<Model[]> {
  const all = await listAgents();
  const isOwn = ({ id }: AgentView) => id === token.agentId;
  const usable = all.filter((agent) => !agent.archivedAt || isOwn(agent));
  return [...usable.filter(isOwn), ...usable.filter((agent) => !isOwn(agent))].map((agent) => ({
    ...{ id: modelName(agent, all), agentId: agent.id, name: agent.name },
    createdAt: Math.floor(Date.parse(agent.createdAt) / 1000),
  }));
}

/** Returns the agent's name as a model name; its id if other agents have the same name. */
function modelName({ id, name }: AgentView, all: readonly AgentView[]): string {
  const own = spelled(name);
  const isUnique = all.filter((one) => spelled(one.name) === own).length === 1;
  return own && isUnique ? own : id;
}

const spelled = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, "-")
    .replace(/^-|-$/g, "");

export const modelView = ({ id, name, createdAt }: Model) => ({
  ...{ id, object: "model", created: createdAt, owned_by: "easel", name },
});
