import {
  createMcpHandler,
  type GetPromptResult,
  McpServer,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { type Equipment, standard } from "@/lib/agent/message/equipment";
import { toolsFor } from "@/lib/doors/programs/tools";
import { log } from "@/lib/ground/base/log";
import { isAppError } from "@/lib/shared/errors";
import { inEnglish } from "@/lib/shared/i18n/locale";
import { openings } from "@/lib/shared/openings";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { listOwnResources, listTemplates, readResource } from "./resources";
import {
  getSkillEntry,
  listSkillEntries,
  listSkillResources,
  readSkillDirectory,
  SKILLS_EXTENSION,
  skillMethods,
  skillTemplates,
} from "./skills";
import { callToolForProgram } from "./tool-call";
import { listedTools } from "./tools";

const INFO = { name: "easel", title: "Easel", version: "1" };
const CAPABILITIES = {
  ...{ tools: {}, resources: {}, prompts: {} },
  extensions: { [SKILLS_EXTENSION]: { directoryRead: true } },
};
const INSTRUCTIONS =
  "The tools of a user's Easel workspace: its state, database, memory, canvas and what its agent has built. A tool that asks the user returns a link: give it to them.";

type Served = {
  token: McpToken;
  body: unknown;
  left: AbortSignal;
  equipment?: Equipment;
};

export async function serveMcp(request: Request, { body, ...served }: Served): Promise<Response> {
  const handler = createMcpHandler(() => serverFor(served), {
    onerror: (error) => log.info("A request to /mcp was refused", error),
  });
  return handler.fetch(request, { parsedBody: body });
}

/** Creates a server for each request, because no state is kept between requests. */
function serverFor({ token, left, equipment = standard }: Omit<Served, "body">): McpServer {
  const mcp = new McpServer(INFO, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS });
  const { server } = mcp;
  server.setRequestHandler("tools/list", () =>
    withProtocolErrors(async () => {
      const tools = await toolsFor(token, equipment);
      return { tools: [...tools].map(([name, offered]) => listedTools(name, offered)) };
    }),
  );
  server.setRequestHandler("tools/call", ({ params: { name, arguments: input = {} } }, context) =>
    withProtocolErrors(() => {
      const signal = AbortSignal.any([context.mcpReq.signal, left]);
      return callToolForProgram(token, { name, input }, { ...context.mcpReq, signal }, equipment);
    }),
  );
  server.setRequestHandler("resources/list", () =>
    withProtocolErrors(async () => ({
      resources: [...(await listSkillResources(token)), ...(await listOwnResources(token))],
    })),
  );
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [...listTemplates(token), ...skillTemplates(token)],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) =>
    withProtocolErrors(() => readResource(token, uri)),
  );
  server.setRequestHandler("skills/list", { params: skillMethods.list }, (params) =>
    withProtocolErrors(() => listSkillEntries(token, params?.cursor)),
  );
  server.setRequestHandler("skills/get", { params: skillMethods.get }, ({ uri }) =>
    withProtocolErrors(() => getSkillEntry(token, uri)),
  );
  server.setRequestHandler("resources/directory/read", { params: skillMethods.directory }, ({ uri }) =>
    withProtocolErrors(() => readSkillDirectory(token, uri)),
  );
  server.setRequestHandler("prompts/list", () => ({ prompts: listPrompts() }));
  server.setRequestHandler("prompts/get", ({ params: { name } }) => readPrompt(name));
  return mcp;
}

/** Runs `work`. Errors meant for the caller keep their message; others are logged and reported by id. */
async function withProtocolErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const text = isAppError(error)
      ? error.message
      : `Something went wrong (error ${log.fault("A request to /mcp failed", error)}).`;
    throw new ProtocolError(ProtocolErrorCode.InternalError, text);
  }
}

const listPrompts = (): Prompt[] =>
  inEnglish(() => openings.map(({ id: name, title, about: description }) => ({ name, title, description })));

function readPrompt(name: string): GetPromptResult {
  const opening = openings.find(({ id }) => id === name);
  if (!opening) {
    const names = openings.map(({ id }) => id).join(", ");
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no prompt ${name}. There are: ${names}.`,
    );
  }
  const { about: description, text } = inEnglish(() => ({ ...opening }));
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}
