import {
  createMcpHandler,
  type GetPromptResult,
  McpServer,
  type Tool as McpTool,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { type Equipment, standard } from "@/lib/agent/message/equipment";
import type { Offered } from "@/lib/agent/offer/toolset";
import { componentsByTool, withComponents } from "@/lib/doors/programs/component-tools";
import { toolsFor } from "@/lib/doors/programs/tools";
import { log } from "@/lib/ground/base/log";
import { isComponentTool } from "@/lib/shared/components/tool-name";
import { isAppError } from "@/lib/shared/errors";
import { inEnglish } from "@/lib/shared/i18n/locale";
import { openings } from "@/lib/shared/openings";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { appTools, callOfComponent, isAppTool } from "./components/calls";
import { listComponentDocuments, listComponentTemplates, readComponentDocument } from "./components/document";
import { asShowing, withProof } from "./components/show";
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
  "The tools of a user's Easel workspace: its state, database, memory, canvas and what its agent has built. Tools whose names begin with Show_ show its components. A tool that asks the user returns a link: give it to them.";

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
      const tools = await toolsFor(token, withTools(equipment));
      return { tools: listAllTools(tools, await componentsByTool(token.agentId)) };
    }),
  );
  server.setRequestHandler("tools/call", ({ params: { name, arguments: input = {} } }, context) =>
    withProtocolErrors(async () => {
      const signal = AbortSignal.any([context.mcpReq.signal, left]);
      if (isAppTool(name)) return callOfComponent(token, { name, input, signal, catalog: equipment.catalog });
      const request = { ...context.mcpReq, signal };
      if (!isComponentTool(name)) return callToolForProgram(token, { name, input }, request, equipment);
      const result = await callToolForProgram(token, { name, input }, request, withTools(equipment));
      return withProof(token, name, result);
    }),
  );
  server.setRequestHandler("resources/list", () =>
    withProtocolErrors(async () => ({
      resources: [
        ...(await listSkillResources(token)),
        ...(await listComponentDocuments(token)),
        ...(await listOwnResources(token)),
      ],
    })),
  );
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [...listComponentTemplates(token), ...listTemplates(token), ...skillTemplates(token)],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) =>
    withProtocolErrors(async () => (await readComponentDocument(token, uri)) ?? readResource(token, uri)),
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

const withTools = (equipment: Equipment): Equipment => ({
  ...equipment,
  catalog: withComponents(equipment.catalog),
});

/** Lists components first: programs that read only part of the list would otherwise show none. */
function listAllTools(
  tools: ReadonlyMap<string, Offered>,
  components: Awaited<ReturnType<typeof componentsByTool>>,
): McpTool[] {
  const all = [...tools].map(([name, offered]) => listedTools(name, offered));
  const shown = all.flatMap((tool) => {
    const component = components.get(tool.name);
    return component ? [asShowing(tool, component.name)] : [];
  });
  if (shown.length === 0) return all;
  return [...shown, ...appTools(), ...all.filter(({ name }) => !isComponentTool(name))];
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
