import { env } from "@/lib/ground/base/env";
import { AppError } from "@/lib/shared/errors";
import { misplaced, type NewServer, type ServerChange } from "@/lib/shared/mcp/input";
import type { ServerTest, ServerView } from "@/lib/shared/mcp/view";
import { changeSettings, toolKey } from "@/lib/store/agents/change-settings";
import { type AcceptedDefinitions, acceptMcpDefinitions } from "@/lib/store/agents/mcp-listings";
import {
  addMcpServers,
  changeMcpServer,
  deleteMcpServer,
  type McpServer,
  type NewMcpServer,
  readMcpServer,
} from "@/lib/store/agents/mcp-servers";
import type { Connection } from "./connection";
import { commandOf, neededEnv } from "./local";
import { sealValue } from "./secrets";
import { mcpServers } from "./servers";
import { viewOf } from "./view";

export async function addServers(agentId: string, servers: readonly NewServer[]): Promise<ServerView[]> {
  await addMcpServers(
    agentId,
    servers.map((one) => toRow(agentId, one)),
  );
  await (await mcpServers()).read();
  return Promise.all(servers.map(({ id }) => mcpServerView(agentId, id)));
}

function toRow(agentId: string, server: NewServer): NewMcpServer {
  const {
    id,
    title = id,
    url = null,
    command = null,
    args = [],
    headers,
    env: variables,
    enabled = true,
  } = server;
  const of = { agentId, id };
  const transport = server.transport ?? (command === null ? "http" : "stdio");
  if (transport === "stdio") assertStdio();
  const found = command === null ? {} : { ...neededEnv({ ...of, command }), ...variables };
  return {
    ...{ id, title, transport, url, command, args, enabled, addedByHand: true },
    headers: headers ? sealValue("headers", of, headers) : null,
    env: Object.keys(found).length > 0 ? sealValue("env", of, found) : null,
    oauth: server.oauth ? sealValue("oauth", of, { given: server.oauth }) : null,
  };
}

const assertStdio = (): void => {
  if (!env().EASEL_MCP_STDIO)
    throw new AppError(
      "forbidden",
      "Local servers are disabled in this installation (EASEL_MCP_STDIO=0). Use a server with an address.",
    );
};

export async function changeServer(
  agentId: string,
  id: string,
  { accept, acceptInstructions, oauth, headers, env: variables, ...rest }: ServerChange,
): Promise<ServerView> {
  const row = await readMcpServer(agentId, id);
  if (!row) throw noServer(id);
  const isLocal = row.transport === "stdio";
  if (isLocal ? rest.url !== undefined : (rest.command ?? rest.args) !== undefined)
    throw new AppError(
      "invalid",
      `${row.title} is identified by its ${isLocal ? "command" : "url"}; add another server instead.`,
    );
  const wrong = misplaced(isLocal, { headers, env: variables });
  if (wrong) throw new AppError("invalid", `${wrong.field}: ${wrong.message}.`);
  if (isLocal && rest.enabled) assertStdio();
  const of = { agentId, id };
  const change = {
    ...rest,
    ...dropSecretsOfOldOrigin(row, rest.url),
    ...(headers && { headers: sealValue("headers", of, headers) }),
    // With a different environment, the same command may run a different program, so it must be confirmed
    // again.
    ...(variables && { env: sealValue("env", of, variables), confirmed: null }),
    ...(oauth !== undefined && { oauth: oauth && sealValue("oauth", of, { given: oauth }) }),
  };
  if (Object.keys(change).length > 0) await changeMcpServer(agentId, id, change);
  if (accept || acceptInstructions !== undefined)
    await acceptDefinitions(agentId, row, { tools: accept ?? [], instructions: acceptInstructions });
  await (await mcpServers()).read();
  return mcpServerView(agentId, id);
}

export async function confirmMcpServer(
  agentId: string,
  id: string,
  program: { command: string; args: string[] },
): Promise<ServerView> {
  const row = await readMcpServer(agentId, id);
  if (!row) throw noServer(id);
  if (row.transport !== "stdio")
    throw new AppError("invalid", `${row.title} has an address, so it has no command to confirm.`);
  assertStdio();
  const confirmed = commandOf(program);
  if (confirmed !== commandOf(row))
    throw new AppError("conflict", "The command has changed. Review it and confirm the new one.");
  await changeMcpServer(agentId, id, { confirmed });
  await (await mcpServers()).read();
  return mcpServerView(agentId, id);
}

/**
 * If the address changes to another origin, drops the headers and the sign-in, because they were entered for
 * the old origin.
 */
function dropSecretsOfOldOrigin(
  { url }: McpServer,
  next: string | undefined,
): { headers?: null; oauth?: null } {
  if (url === null || next === undefined || new URL(url).origin === new URL(next).origin) return {};
  return { headers: null, oauth: null };
}

/**
 * Shows these definitions to models from now on, so that calls of changed tools no longer ask. Throws a
 * `conflict` if the server has changed them since the user read them.
 */
async function acceptDefinitions(
  agentId: string,
  { id, title }: McpServer,
  accepted: AcceptedDefinitions,
): Promise<void> {
  if (accepted.instructions !== undefined) {
    const { serverInstructions } = await connectionOf(agentId, id);
    if (accepted.instructions !== serverInstructions)
      throw new AppError(
        "conflict",
        `acceptInstructions: the instructions of ${title} have changed. Read them before you accept them.`,
      );
  }
  const stale = await acceptMcpDefinitions(agentId, id, accepted);
  if (stale !== null)
    throw new AppError(
      "conflict",
      `${stale} has changed again or was removed. Review the change before you accept it.`,
    );
  const changes = accepted.tools.map(({ name, version }) => [toolKey(name), { version }]);
  if (changes.length > 0) await changeSettings(agentId, Object.fromEntries(changes));
}

export async function removeMcpServer(agentId: string, id: string): Promise<void> {
  if (!(await deleteMcpServer(agentId, id))) throw noServer(id);
  await (await mcpServers()).read();
}

export async function mcpServerView(agentId: string, id: string): Promise<ServerView> {
  return viewOf(await connectionOf(agentId, id));
}

export async function testMcpServer(agentId: string, id: string): Promise<ServerTest> {
  const connection = await connectionOf(agentId, id);
  if (connection.status === "off")
    throw new AppError("conflict", `${connection.row.title} is switched off. Switch it on to test it.`);
  if (connection.status === "unconfirmed")
    throw new AppError(
      "conflict",
      `${connection.row.title} is a local program and starts only after its command is confirmed.`,
    );
  const began = performance.now();
  await connection.reconnect();
  if (!connection.isConnected)
    return { ok: false, code: connection.status, message: connection.error ?? "The connection failed." };
  const tools = connection.tools.filter(({ present }) => present).length;
  return { ok: true, milliseconds: Math.round(performance.now() - began), tools };
}

/**
 * Completes a sign-in by its state, which is valid once and identifies the server. Returns the agent's id.
 */
export async function finishSignIn(state: string, params: URLSearchParams): Promise<string> {
  const connection = (await mcpServers()).findBySignIn(state);
  if (!connection)
    throw new AppError(
      "conflict",
      "This sign-in was not started here or has expired. Start it again under Settings → MCP servers.",
    );
  await connection.finishSignIn(params);
  return connection.row.agentId;
}

export async function connectionOf(agentId: string, id: string): Promise<Connection> {
  const connection = (await mcpServers()).find(agentId, id);
  if (!connection) throw noServer(id);
  return connection;
}

const noServer = (id: string) =>
  new AppError("not_found", `There is no MCP server "${id}". GET /api/mcp lists them.`);
