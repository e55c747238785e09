import { jsonBody, request } from "@/components/client/request";
import {
  type AgentTool,
  type AgentToolRun,
  agentTool,
  agentToolRun,
  type CheckedCode,
  checkedCode,
} from "@/lib/shared/agent-tools/contract";
import type { Mode, Policy } from "@/lib/shared/modes";
import { type ToolCall, type ToolCallPage, toolCallPage } from "@/lib/shared/tools/calls";
import { changedFamily, type FamilyId, type ModelFamily, modelFamilies } from "@/lib/shared/tools/families";
import type { RateLimit } from "@/lib/shared/tools/limits";
import {
  changedTool,
  changedToolset,
  type ToolsetView,
  type ToolView,
  toolsetsView,
} from "@/lib/shared/tools/view";

/** Timeout of a test run, which may use the whole time limit of the tool. */
const RUN_MS = 45_000;

const toolAt = (name: string) => `/api/tools/${encodeURIComponent(name)}`;
const ownAt = (name: string) => `/api/agent-tools/${encodeURIComponent(name)}`;

export async function readToolsets(isAll: boolean, signal?: AbortSignal): Promise<ToolsetView[]> {
  const path = isAll ? "/api/tools?all=true" : "/api/tools";
  return toolsetsView.parse(await (await request(path, { signal })).json()).toolsets;
}

export type ToolsetChange = {
  mode?: Mode;
  instructions?: string;
  afterWeb?: Policy;
  packages?: boolean;
  /** Applies to all tools of the toolset. */
  enabled?: boolean;
  reset?: true;
};
/**
 * `afterWeb: "concerned"` withdraws the user's trust: after reading the web, calls of the tool need approval
 * again.
 */
export type ToolChange = {
  policy?: Policy;
  enabled?: boolean;
  instructions?: string;
  afterWeb?: "concerned";
  timeoutSeconds?: number | null;
  rateLimit?: RateLimit | null;
};

export async function changeToolset(id: string, change: ToolsetChange): Promise<ToolsetView> {
  const init = { method: "PATCH", ...jsonBody(change) };
  const response = await request(`/api/toolsets/${encodeURIComponent(id)}`, init);
  return changedToolset.parse(await response.json()).toolset;
}

export async function changeTool(name: string, change: ToolChange): Promise<ToolView> {
  const init = { method: "PATCH", ...jsonBody(change) };
  return changedTool.parse(await (await request(toolAt(name), init)).json()).tool;
}

export async function readFamilies(signal?: AbortSignal): Promise<ModelFamily[]> {
  return modelFamilies.parse(await (await request("/api/model-families", { signal })).json()).families;
}

/** Sets the instructions of a model family. Null restores the default. */
export async function changeFamily(id: FamilyId, instructions: string | null): Promise<ModelFamily> {
  const init = { method: "PATCH", ...jsonBody({ instructions }) };
  return changedFamily.parse(await (await request(`/api/model-families/${id}`, init)).json()).family;
}

export async function readCall(
  name: string,
  { message, call }: { message: string; call: string },
  signal?: AbortSignal,
): Promise<ToolCall | undefined> {
  const query = new URLSearchParams({ message, call, limit: "1" });
  const response = await request(`${toolAt(name)}/calls?${query}`, { signal });
  return toolCallPage.parse(await response.json()).calls[0];
}

export async function listCalls(name: string, cursor?: string, signal?: AbortSignal): Promise<ToolCallPage> {
  const query = cursor === undefined ? "" : `?${new URLSearchParams({ cursor })}`;
  return toolCallPage.parse(await (await request(`${toolAt(name)}/calls${query}`, { signal })).json());
}

export type OwnFields = Pick<AgentTool, "description" | "parameter_schema" | "code" | "limits">;

export async function readOwnTool(name: string): Promise<AgentTool> {
  return agentTool.parse(await (await request(ownAt(name))).json());
}

export async function createOwnTool(
  fields: Omit<OwnFields, "limits"> & { name: string },
): Promise<AgentTool> {
  const init = { method: "POST", ...jsonBody(fields) };
  return agentTool.parse(await (await request("/api/agent-tools", init)).json());
}

/**
 * Changes a tool. `version` is the edited version; if it is no longer live, the server responds with a
 * conflict.
 */
export async function changeOwnTool(
  name: string,
  change: Partial<OwnFields> & { version: number },
): Promise<AgentTool> {
  const init = { method: "PATCH", ...jsonBody(change) };
  return agentTool.parse(await (await request(ownAt(name), init)).json());
}

export async function checkToolCode(code: string, signal?: AbortSignal): Promise<CheckedCode> {
  const init = { method: "POST", ...jsonBody({ code }), signal };
  return checkedCode.parse(await (await request("/api/agent-tools/check", init)).json());
}

export async function deleteOwnTool(name: string): Promise<void> {
  await request(ownAt(name), { method: "DELETE" });
}

export async function runOwnTool(name: string, args: Record<string, unknown>): Promise<AgentToolRun> {
  const init = { method: "POST", ...jsonBody({ args }), patienceMs: RUN_MS };
  return agentToolRun.parse(await (await request(`${ownAt(name)}/run`, init)).json());
}
