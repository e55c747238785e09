import type { Transport } from "@modelcontextprotocol/client";
import type { McpServer } from "@/lib/store/agents/mcp-servers";
import { localTransport } from "./local";
import { openValues } from "./secrets";
import type { SignIn } from "./sign-in";
import { visibleOnly } from "./visible";
import { wire } from "./wire";

export type Signing = Transport & { finishAuth(params: URLSearchParams): Promise<void> };

type TransportEvents = {
  /** Called when the connection is lost, so that open requests will get no response. */
  onDown(error: unknown): void;
  isWaiting(): boolean;
  onRemoved(removed: number): void;
};

export async function openTransport(
  row: McpServer,
  signIn: SignIn,
  events: TransportEvents,
): Promise<Transport> {
  return visibleOnly(await open(row, signIn, events), events.onRemoved);
}

async function open(row: McpServer, signIn: SignIn, events: TransportEvents): Promise<Transport> {
  const { agentId, id, url, transport } = row;
  if (transport === "stdio" || url === null) return localTransport(row, events.onDown);
  const { StreamableHTTPClientTransport, SSEClientTransport } = await import("@modelcontextprotocol/client");
  const fetch = wire({ caller: { agentId, tool: `mcp:${id}` }, ...events });
  const options = {
    fetch,
    authProvider: signIn,
    requestInit: { headers: openValues("headers", row, row.headers) },
  };
  return transport === "sse"
    ? new SSEClientTransport(new URL(url), options)
    : new StreamableHTTPClientTransport(new URL(url), options);
}
