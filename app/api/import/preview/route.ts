import { receiveAgentFile } from "@/lib/agents/receive";
import { previewImport } from "@/lib/history/import";
import { route, routes } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, raw: true }, async ({ agentId, request }) => {
    const { file, brought } = await receiveAgentFile(request);
    return previewImport(agentId, file, brought);
  }),
});
