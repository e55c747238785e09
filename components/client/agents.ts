"use client";

import { useQuery } from "@tanstack/react-query";
import { type AgentsView, type AgentView, agentsView, agentView } from "@/lib/shared/agents/agent-view";
import type { AgentChange, NewAgent } from "@/lib/shared/agents/agents";
import { AGENTS, MEMBERS } from "./events";
import { jsonBody, request } from "./request";

const isAboutAgents = (change: string) => change === AGENTS || change === MEMBERS;

/**
 * Loads the agents that the member may use, and the member, and refetches on changes. `initial` is the response at
 * the time of the render.
 */
export function useAgents(initial: AgentsView): AgentsView {
  const { data } = useQuery({
    queryKey: ["agents"],
    queryFn: ({ signal }) => listAgents(false, signal),
    initialData: initial,
    meta: { outdatedBy: isAboutAgents },
  });
  return data;
}

export function useDeletedAgents(): AgentView[] {
  const { data } = useQuery({
    queryKey: ["agents", "deleted"],
    queryFn: ({ signal }) => listAgents(true, signal),
    meta: { outdatedBy: isAboutAgents },
  });
  return data?.agents ?? [];
}

async function listAgents(deleted: boolean, signal?: AbortSignal): Promise<AgentsView> {
  const response = await request(`/api/agents${deleted ? "?deleted=true" : ""}`, { signal });
  return agentsView.parse(await response.json());
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
