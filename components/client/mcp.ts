import type { StoredFile } from "@/lib/shared/files";
import type { PromptWanted } from "@/lib/shared/mcp/input";
import { type FilledPrompt, filledPrompt, promptsView, type ServedPrompt } from "@/lib/shared/mcp/prompts";
import { type ResourcesView, resourcesView, takenResource } from "@/lib/shared/mcp/resources";
import { type ServerView, serversView } from "@/lib/shared/mcp/view";
import { jsonBody, request } from "./request";

export const SERVERS = ["mcp-servers"] as const;

/** Must exceed the 20 s after which Easel's server reports that an MCP server timed out. */
const ASK_MS = 30_000;

const at = (id: string) => `/api/mcp/${encodeURIComponent(id)}`;

export async function readServers(signal?: AbortSignal): Promise<ServerView[]> {
  return serversView.parse(await (await request("/api/mcp", { signal })).json()).servers;
}

export async function listResources(id: string, signal?: AbortSignal): Promise<ResourcesView> {
  const response = await request(`${at(id)}/resources`, { signal, patienceMs: ASK_MS });
  return resourcesView.parse(await response.json());
}

export async function takeResource(id: string, uri: string): Promise<StoredFile[]> {
  const init = { method: "POST", ...jsonBody({ uri }), patienceMs: ASK_MS };
  return takenResource.parse(await (await request(`${at(id)}/resources`, init)).json()).files;
}

export async function listPrompts(id: string, signal?: AbortSignal): Promise<ServedPrompt[]> {
  const response = await request(`${at(id)}/prompts`, { signal, patienceMs: ASK_MS });
  return promptsView.parse(await response.json()).prompts;
}

/** Renders a prompt. Returns its text and the number of invisible characters that were removed. */
export async function fillPrompt(id: string, wanted: PromptWanted): Promise<FilledPrompt> {
  const init = { method: "POST", ...jsonBody(wanted), patienceMs: ASK_MS };
  return filledPrompt.parse(await (await request(`${at(id)}/prompts`, init)).json());
}
