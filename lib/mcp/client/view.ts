import { FIRST_VERSION, type ServedTool } from "@/lib/shared/mcp/served";
import type { ServerView } from "@/lib/shared/mcp/view";
import type { McpServer } from "@/lib/store/mcp-servers";
import { readSettings, type Settings } from "@/lib/store/settings";
import type { Connection } from "./connection";
import { definitionText, isReadOnly } from "./definition";
import { openValues } from "./secrets";
import { mcpServers } from "./servers";

/** JSON has so many characters a token, and a tool costs some beside it. */
const CHARACTERS_A_TOKEN = 3.5;
const TOKENS_A_TOOL = 20;

export async function listServers(agentId: string): Promise<ServerView[]> {
  const [servers, settings] = await Promise.all([mcpServers(), readSettings(agentId)]);
  return servers.of(agentId).map((connection) => viewOf(connection, settings));
}

export function viewOf(connection: Connection, settings: Settings): ServerView {
  const { row, status, error, signIn, instructions, protocolVersion, leftOut, mended, removed } = connection;
  const { id, title, transport, url, command, args, enabled, connectedAt } = row;
  const present = connection.tools.filter((tool) => tool.present);
  const tools = present.map(toolView);
  return {
    ...{
      id,
      title,
      transport,
      url,
      command,
      args,
      enabled,
      status,
      error,
      instructions,
      protocolVersion,
      connectedAt: connectedAt && new Date(connectedAt).toISOString(),
    },
    headers: namesOf("headers", row),
    env: namesOf("env", row),
    ...(signIn.url !== null && { authUrl: signIn.url }),
    tools,
    resources: offers(connection, "resources"),
    prompts: offers(connection, "prompts"),
    leftOut,
    removed,
    mended,
    tokens: tools.reduce((sum, tool) => sum + tool.tokens, 0),
    changes: present.flatMap((tool) => changeOf(tool, settings)),
  };
}

const offers = ({ status, capabilities }: Connection, what: "resources" | "prompts"): boolean =>
  status === "connected" && capabilities[what] !== undefined;

const namesOf = (kind: "headers" | "env", row: McpServer): string[] =>
  Object.keys(openValues(kind, row, row[kind]));

function toolView({ name, tool, version, definition }: ServedTool): ServerView["tools"][number] {
  const { title = null, description, inputSchema } = definition;
  const told = JSON.stringify([name, description, inputSchema]).length;
  const tokens = TOKENS_A_TOOL + Math.ceil(told / CHARACTERS_A_TOKEN);
  return { name, tool, title, description, readOnly: isReadOnly(definition), version, tokens };
}

function changeOf(
  { name, tool, version, definition, before }: ServedTool,
  settings: Settings,
): ServerView["changes"] {
  const accepted = settings.tools[name]?.version ?? FIRST_VERSION;
  if (version <= accepted || before === null) return [];
  return [{ name, version, before: definitionText(tool, before), after: definitionText(tool, definition) }];
}
