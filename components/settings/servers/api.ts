import { jsonBody, request } from "@/components/client/request";
import { type ServerTest, type ServerView, serverTest, serverView } from "@/lib/shared/mcp/view";
import type { Pasted } from "./read-paste";

/** Testing a local server can take long, because its program may have to be downloaded first. */
const TEST_MS = 100_000;

const at = (id: string) => `/api/mcp/${encodeURIComponent(id)}`;

export async function addServers(pasted: Pasted): Promise<void> {
  await request("/api/mcp", { method: "POST", ...jsonBody(pasted) });
}

type Change = {
  enabled?: boolean;
  accept?: { name: string; version: number }[];
  acceptInstructions?: string;
};

export async function changeServer(id: string, change: Change): Promise<ServerView> {
  const response = await request(at(id), { method: "PATCH", ...jsonBody(change) });
  return serverView.parse(await response.json());
}

export async function confirmServer(id: string, command: string, args: string[]): Promise<ServerView> {
  const response = await request(`${at(id)}/confirm`, { method: "POST", ...jsonBody({ command, args }) });
  return serverView.parse(await response.json());
}

export async function testServer(id: string): Promise<ServerTest> {
  const response = await request(`${at(id)}/test`, { method: "POST", ...jsonBody({}), patienceMs: TEST_MS });
  return serverTest.parse(await response.json());
}

export async function removeServer(id: string): Promise<void> {
  await request(at(id), { method: "DELETE" });
}
