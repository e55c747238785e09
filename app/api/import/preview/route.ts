import { receiveAgentFile } from "@/lib/agent/roster/receive";
import { previewImport } from "@/lib/code/history/import";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, right: "own", raw: true }, async ({ agentId, request }) => {
    const { file, imported } = await receiveAgentFile(request);
    return previewImport(agentId, file, imported);
  }),
});
