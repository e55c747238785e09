import { route, routes } from "@/lib/platform/http/route";
import { searchTest } from "@/lib/shared/search";
import { readSettings } from "@/lib/store/agents/settings";
import { trySearch } from "@/lib/web/search/try-search";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, role: "admin", right: "own", body: searchTest }, async ({ agentId, body }) =>
    trySearch(body, await readSettings(agentId), { agentId, tool: "web_search" }),
  ),
});
