import type { Transport } from "@modelcontextprotocol/client";
import type { McpServer } from "@/lib/store/agents/mcp-servers";
import { localTransport } from "./local";
import { openValues } from "./secrets";
import type { SignIn } from "./sign-in";
import { visibleOnly } from "./visible";
import { wire } from "./wire";

/** One through which somebody can come back from signing in. */
export type Signing = Transport & { finishAuth(params: URLSearchParams): Promise<void> };

type Told = {
  /** Nothing on it will be answered any more. */
  onDown(error: unknown): void;
  /** Whether the server itself waits for an answer. */
  isWaiting(): boolean;
  /** A message held this many invisible characters. */
  onRemoved(removed: number): void;
};

/** The way to a server. Its messages arrive without invisible characters. */
export async function openTransport(row: McpServer, signIn: SignIn, told: Told): Promise<Transport> {
  return visibleOnly(await open(row, signIn, told), told.onRemoved);
}

async function open(row: McpServer, signIn: SignIn, told: Told): Promise<Transport> {
  const { agentId, id, url, transport } = row;
  if (transport === "stdio" || url === null) return localTransport(row, told.onDown);
  const { StreamableHTTPClientTransport, SSEClientTransport } = await import("@modelcontextprotocol/client");
  const fetch = wire({ caller: { agentId, tool: `mcp:${id}` }, ...told });
  const options = {
    fetch,
    authProvider: signIn,
    requestInit: { headers: openValues("headers", row, row.headers) },
  };
  return transport === "sse"
    ? new SSEClientTransport(new URL(url), options)
    : new StreamableHTTPClientTransport(new URL(url), options);
}
