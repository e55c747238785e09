import type { Transport } from "@modelcontextprotocol/client";
import type { McpServer } from "@/lib/store/mcp-servers";
import { localTransport } from "./local";
import { openValues } from "./secrets";
import type { SignIn } from "./sign-in";
import { wire } from "./wire";

/** One through which somebody can come back from signing in. */
export type Signing = Transport & { finishAuth(params: URLSearchParams): Promise<void> };

type Told = {
  /** Nothing on it will be answered any more. */
  onDown(error: unknown): void;
  /** Whether the server itself waits for an answer. */
  isWaiting(): boolean;
};

/** The way to a server. */
export async function openTransport(row: McpServer, signIn: SignIn, told: Told): Promise<Transport> {
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
