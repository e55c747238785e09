import { z } from "zod";
import { previewImport } from "@/lib/history/import";
import { route, routes } from "@/lib/http/route";
import { AGENT_FILE_SHAPE } from "@/lib/shared/agent-file";
import { AGENT_FILE_BYTES } from "@/lib/shared/import";

const file = { body: z.unknown(), maxBytes: AGENT_FILE_BYTES, limits: AGENT_FILE_SHAPE };

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, ...file }, ({ agentId, body }) => previewImport(agentId, body)),
});
