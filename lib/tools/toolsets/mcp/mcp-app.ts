import { z } from "zod";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { AppSurface } from "@/lib/shared/mcp/apps";
import { acceptedDefinition, type ServedTool } from "@/lib/shared/mcp/served";
import type { SurfaceId } from "@/lib/store/conversations/surfaces";
import { keepMcpAppSurface, readMcpAppSurface } from "@/lib/store/loop/mcp-apps";
import { type App, readApp } from "@/lib/tools/mcp/apps";
import type { Connection } from "@/lib/tools/mcp/connection";
import { asAccepted, isFor, isServedReadOnly } from "@/lib/tools/mcp/definition";
import { mcpServers } from "@/lib/tools/mcp/servers";
import { callerOf } from "../caller";
import type { ToolContext } from "../context";
import type { Tool } from "../define";

/*
 * Apps of MCP servers. A tool can show an app next to its result, and the app can call tools of its own server.
 */

/**
 * Returns true if the call waits until the user finishes with the tool's app. A read-only tool does not wait:
 * the model gets its result at once.
 */
export const waitsInApp = ({ definition }: ServedTool): boolean =>
  definition.app?.uri !== undefined && !isServedReadOnly(definition);

/**
 * Requests the app while the tool runs. Returns null if the tool has no app, or if the app cannot be shown; the
 * call does not fail because of that.
 */
export async function appFor(
  connection: Connection,
  { definition }: ServedTool,
  { show, signal, log }: ToolContext,
): Promise<App | null> {
  const uri = definition.app?.uri;
  if (uri === undefined || !show) return null;
  try {
    return await readApp(connection, uri, signal);
  } catch (error) {
    if (!isAppError(error)) throw error;
    log(`Its app was not shown. ${error.message}`);
    return null;
  }
}

type AppCallData = { input: unknown; result: object };

export async function showApp(
  app: App,
  { row }: Connection,
  served: ServedTool,
  { input, result }: AppCallData,
  context: ToolContext,
): Promise<void> {
  const { agentId, conversationId, messageId, toolCallId, show } = context;
  await keepMcpAppSurface(
    { agentId, conversationId, messageId, toolCallId },
    {
      ...{ server: row.id, tool: served.tool, app: app.hash },
      input: input as Record<string, unknown>,
      result: result as Record<string, unknown>,
    },
  );
  const title = (served.definition.title || `${row.title}: ${served.tool}`).slice(0, 200).toWellFormed();
  show?.({ bundle: app.hash, app: { server: row.id, title, waits: waitsInApp(served) } });
}

export async function appServer(agentId: string, id: string): Promise<Connection> {
  const connection = (await mcpServers()).find(agentId, id);
  if (!connection?.isConnected)
    throw new AppError(
      "unavailable",
      `${connection?.row.title ?? id} is not connected. See Settings → MCP servers.`,
    );
  return connection;
}

export const readForApp = (
  connection: Connection,
  uri: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>> =>
  connection.use(uri, signal, (client) =>
    client.request({ method: "resources/read", params: { uri } }, whatever, { signal, timeout: READ_MS }),
  );

const READ_MS = 20_000;
const whatever = z.record(z.string(), z.unknown());

/**
 * Returns a tool for the app of its own server, with unmodified results. Throws an AppError `forbidden` if the
 * tool does not exist or only models may call it.
 */
export function toolForApp(connection: Connection, name: string, make: (served: ServedTool) => Tool) {
  const listedTool = connection.tools.find(({ tool }) => tool === name);
  const served = listedTool && asAccepted(listedTool);
  if (!served || !isFor("app", served.definition))
    throw new AppError("forbidden", `${connection.row.title} has no tool ${name.slice(0, 200)} for apps.`);
  const tool = make(served);
  const raw: Tool = {
    ...tool,
    pauses: false,
    execute: async (input, context) => {
      const called = { caller: callerOf(context), signal: context.signal, onProgress: context.log };
      const { result } = await connection.call(name, input, called);
      if (result) return result;
      throw new AppError(
        "conflict",
        `${connection.row.title} must ask the user first, which is possible only in the chat.`,
      );
    },
  };
  return { name: served.name, served, tool: raw };
}

export async function appSurfaceView(id: SurfaceId): Promise<AppSurface> {
  const surface = await readMcpAppSurface(id);
  if (!surface) throw new AppError("not_found", "This surface has no app.");
  const { server, tool: name, ...rest } = surface;
  const connection = (await mcpServers()).find(id.agentId, server);
  const served = connection?.tools.find(({ tool }) => tool === name);
  const definition = served && acceptedDefinition(served);
  const { title, description, inputSchema = { type: "object" } } = definition ?? {};
  return {
    ...rest,
    server: connection?.row.title ?? server,
    tool: { name, ...(title && { title }), ...(description && { description }), inputSchema },
  };
}
