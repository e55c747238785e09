import { tryModel } from "@/lib/models/providers/try-model";
import { route, routes } from "@/lib/platform/http/route";
import { modelTest } from "@/lib/shared/settings";
import { readSettings } from "@/lib/store/agents/settings";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, role: "admin", right: "own", body: modelTest, fromPage: true },
    async ({ agentId, body }) => tryModel(body, await readSettings(agentId)),
  ),
});
