"use client";

import { useQuery } from "@tanstack/react-query";
import { type AgentView, agentsView, agentView } from "@/lib/shared/agents/agent-view";
import type { AgentChange, NewAgent } from "@/lib/shared/agents/agents";
import { AGENTS } from "./events";
import { jsonBody, request } from "./request";

/**
 * Loads the agents of the workspace and refetches on changes. `initial` is the list that the page was rendered
 * with.
 */
export function useAgents(initial?: AgentView[]): AgentView[] {
  const { data } = useQuery({
    queryKey: ["agents"],
    queryFn: ({ signal }) => listAgents(false, signal),
    initialData: initial,
    meta: { outdatedBy: (change) => change === AGENTS },
  });
  return data ?? [];
}

export function useDeletedAgents(): AgentView[] {
  const { data } = useQuery({
    queryKey: ["agents", "deleted"],
    queryFn: ({ signal }) => listAgents(true, signal),
    meta: { outdatedBy: (change) => change === AGENTS },
  });
  return data ?? [];
}

async function listAgents(deleted: boolean, signal?: AbortSignal): Promise<AgentView[]> {
  const response = await request(`/api/agents${deleted ? "?deleted=true" : ""}`, { signal });
  return agentsView.parse(await response.json()).agents;
}

export async function makeAgent(agent: NewAgent): Promise<AgentView> {
  return agentView.parse(await (await request("/api/agents", { method: "POST", ...jsonBody(agent) })).json());
}

export async function changeAgent(id: string, change: AgentChange): Promise<void> {
  await request(`/api/agents/${id}`, { method: "PATCH", ...jsonBody(change) });
}

export async function deleteAgent(id: string): Promise<void> {
  await request(`/api/agents/${id}`, { method: "DELETE" });
}

export async function restoreAgent(id: string): Promise<void> {
  await request(`/api/agents/${id}/restore`, { method: "POST" });
}
