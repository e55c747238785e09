import { readHintView } from "@/lib/code/traces/hint";
import { route, routes } from "@/lib/platform/http/route";
import { readSettings } from "@/lib/store/agents/settings";

/** What the agent is told of its failures, and whether that helped. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => {
    const { general } = await readSettings(agentId);
    return readHintView(agentId, general.codeHint ?? true);
  }),
});
