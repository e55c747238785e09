import { readHintView } from "@/lib/code/traces/hint";
import { route, routes } from "@/lib/platform/http/route";
import { readSettings } from "@/lib/store/agents/settings";

/** The hint about failures of its code that the agent's prompt contains, and whether hints have reduced failures. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => {
    const { general } = await readSettings(agentId);
    return readHintView(agentId, general.codeHint ?? true);
  }),
});
