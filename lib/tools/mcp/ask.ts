import type { Client } from "@modelcontextprotocol/client";
import { AppError } from "@/lib/shared/errors";
import { connectionOf } from "./manage";
import { calling } from "./wire";

/** Time for all requests of one user action. */
const ASK_MS = 20_000;

export type ServerRequestContext = { agentId: string; id: string; signal: AbortSignal };
type Options = { signal: AbortSignal; timeout: number };

export async function askServer<T>(
  { agentId, id, signal }: ServerRequestContext,
  method: string,
  work: (client: Client, options: Options) => Promise<T>,
): Promise<T> {
  const connection = await connectionOf(agentId, id);
  if (!connection.isConnected) {
    const why = connection.error ? ` ${connection.error}` : "";
    throw new AppError(
      "unavailable",
      `${connection.row.title} is not connected.${why} See Settings → MCP servers.`,
    );
  }
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]);
  return calling.run({ agentId, tool: method }, () =>
    connection.use(method, signal, (client) => work(client, { signal: bounded, timeout: ASK_MS })),
  );
}
