import { runAgent } from "@/lib/agent/loop/run";
import { attached } from "@/lib/data/files/attached";
import { originsReceived } from "@/lib/doors/programs/received";
import { resolveModel } from "@/lib/models/providers/index";
import { route, routes } from "@/lib/platform/http/route";
import { chunkEvents } from "@/lib/platform/http/sse";
import { chatBody } from "@/lib/shared/chat-body";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { requireProject } from "@/lib/store/agents/projects";
import { readSettings } from "@/lib/store/agents/settings";
import type { ProgramMessage } from "@/lib/store/loop/runs";

const tell = async (...input: Parameters<typeof runAgent>) => chunkEvents((await runAgent(...input)).batches);

const MAX_BYTES = 20_000_000;

/** A message of a program is shown as such, and its origins count as for the other doors. */
const messageOf = ({ id: tokenId, name, tools }: McpToken): ProgramMessage => ({
  program: { tokenId, name, toolset: null, tools },
  client: { program: name, tools: [], instructions: "" },
  ...{ before: [], origins: originsReceived(tokenId) },
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "chat",
      conversation: ({ body }) => body.id,
      body: chatBody,
      maxBytes: MAX_BYTES,
    },
    async ({ agentId, body, program }) => {
      const { id, message, replaces, model, projectId, answer, retry } = body;
      const where = { agentId, conversationId: id };
      // Check the model now, so that the request fails instead of the answer.
      if (model !== undefined) await resolveModel(model, await readSettings(agentId));
      if (projectId !== undefined) await requireProject(agentId, projectId);
      const origins = program && originsReceived(program.id);
      if (answer) return tell({ ...where, input: { answer: { ...answer, origins } } });
      if (retry) return tell({ ...where, input: { retry: retry.messageId } });
      if (message) {
        const parts = await attached(agentId, message.parts);
        return tell({
          ...where,
          input: {
            message: { ...message, parts },
            replaces,
            model,
            projectId,
            program: program && messageOf(program),
          },
        });
      }
    },
  ),
});
