import { z } from "zod";
import { importAgent } from "@/lib/history/import";
import { route, routes } from "@/lib/http/route";
import { AGENT_FILE_SHAPE } from "@/lib/shared/agent-file";
import { AGENT_FILE_BYTES } from "@/lib/shared/import";

/** The hash of the preview that the person has seen. */
const query = z.object({ expect: z.string().max(200).optional() });
const file = { body: z.unknown(), maxBytes: AGENT_FILE_BYTES, limits: AGENT_FILE_SHAPE };

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, query, ...file }, ({ agentId, query: { expect }, body }) =>
    importAgent(agentId, body, expect),
  ),
});
