import type { Transport } from "@modelcontextprotocol/client";
import type { McpServer } from "@/lib/store/mcp-servers";
import { localTransport } from "./local";
import { openValues } from "./secrets";
import type { SignIn } from "./sign-in";
import { wire } from "./wire";

/** One through which somebody can come back from signing in. */
export type Signing = Transport & { finishAuth(params: URLSearchParams): Promise<void> };

/** The way to a server. `onDown` is told when nothing on it will be answered any more. */
export async function openTransport(
  row: McpServer,
  signIn: SignIn,
  onDown: (error: unknown) => void,
): Promise<Transport> {
  const { agentId, id, url, transport } = row;
  if (transport === "stdio" || url === null) return localTransport(row, onDown);
  const { StreamableHTTPClientTransport, SSEClientTransport } = await import("@modelcontextprotocol/client");
  const fetch = wire({ caller: { agentId, tool: `mcp:${id}` }, onDown });
  const options = {
    fetch,
    authProvider: signIn,
    requestInit: { headers: openValues("headers", row, row.headers) },
  };
  return transport === "sse"
    ? new SSEClientTransport(new URL(url), options)
    : new StreamableHTTPClientTransport(new URL(url), options);
}
