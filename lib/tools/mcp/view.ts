import { acceptedDefinition, type ServedTool } from "@/lib/shared/mcp/served";
import type { ServerView } from "@/lib/shared/mcp/view";
import type { McpServer } from "@/lib/store/agents/mcp-servers";
import type { Connection } from "./connection";
import { asAccepted, definitionText, isServedReadOnly } from "./definition";
import { openValues } from "./secrets";
import { mcpServers } from "./servers";

/** Used to estimate the tokens of a tool: characters of JSON per token, and the overhead of each tool. */
const CHARACTERS_A_TOKEN = 3.5;
const TOKENS_A_TOOL = 20;

export async function listServers(agentId: string): Promise<ServerView[]> {
  return (await mcpServers()).of(agentId).map(viewOf);
}

export function viewOf(connection: Connection): ServerView {
  const { row, status, error, signIn, instructions, serverInstructions, protocolVersion } = connection;
  const { leftOut, mended, removed } = connection;
  const { id, title, transport, url, command, args, enabled, connectedAt } = row;
  const present = connection.tools.filter((tool) => tool.present);
  const tools = present.flatMap((tool) => asAccepted(tool) ?? []).map(toolView);
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
      newInstructions: serverInstructions === instructions ? null : serverInstructions,
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
    changes: present.flatMap(changeOf),
  };
}

const offers = ({ status, capabilities }: Connection, what: "resources" | "prompts"): boolean =>
  status === "connected" && capabilities[what] !== undefined;

const namesOf = (kind: "headers" | "env", row: McpServer): string[] =>
  Object.keys(openValues(kind, row, row[kind]));

function toolView({ name, tool, version, definition }: ServedTool): ServerView["tools"][number] {
  const { title = null, description, inputSchema } = definition;
  const chars = JSON.stringify([name, description, inputSchema]).length;
  const tokens = TOKENS_A_TOOL + Math.ceil(chars / CHARACTERS_A_TOKEN);
  return { name, tool, title, description, readOnly: isServedReadOnly(definition), version, tokens };
}

function changeOf(served: ServedTool): ServerView["changes"] {
  const { name, tool, version, accepted = version, definition } = served;
  if (accepted >= version) return [];
  const before = acceptedDefinition(served);
  return [
    {
      ...{ name, version, isNew: before === null },
      before: before === null ? "" : definitionText(tool, before),
      after: definitionText(tool, definition),
    },
  ];
}
