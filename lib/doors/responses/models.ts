import type { Equipment } from "@/lib/agent/message/equipment";
import { toolsFor } from "@/lib/doors/programs/tools";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import { listAgents } from "@/lib/store/agents/agents";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { RequestError } from "./errors";

export type Model = { id: string; agentId: string; name: string; createdAt: number };

/**
 * Lists the agents that a program may use as models: the agent of its token, and those that this agent may ask without
 * approval (`ask_agent`). A token that names tools reaches only its own agent, because the tools of another one differ.
 */
export async function listModels(token: McpToken, equipment: Equipment): Promise<Model[]> {
  const all = (await listAgents()).filter(({ archivedAt, id }) => !archivedAt || id === token.agentId);
  const mayAsk =
    token.tools === null && (await toolsFor(token, equipment)).get("ask_agent")?.policy === "allow";
  const reachable = mayAsk ? all : all.filter(({ id }) => id === token.agentId);
  const first = ({ id }: AgentView) => (id === token.agentId ? 0 : 1);
  return reachable
    .sort((a, b) => first(a) - first(b))
    .map((agent) => ({
      id: modelName(agent, all),
      ...{ agentId: agent.id, name: agent.name },
      createdAt: Math.floor(Date.parse(agent.createdAt) / 1000),
    }));
}

/** Returns the agent of a model's name; the agent of the token without one. */
export async function modelFor(token: McpToken, name: string | null, equipment: Equipment): Promise<Model> {
  const models = await listModels(token, equipment);
  const wanted = name === null ? undefined : spelled(name);
  const found = models.find(({ id, agentId }) =>
    wanted === undefined ? agentId === token.agentId : wanted === id || wanted === agentId,
  );
  if (found) return found;
  const names = models.map(({ id }) => id).join(", ");
  throw new RequestError(`There is no model ${JSON.stringify(name)} for this token. There are: ${names}.`, {
    ...{ status: 404, type: "invalid_request_error", code: "model_not_found", param: "model" },
  });
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
