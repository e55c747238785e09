import { readLimits } from "@/lib/agent/limits";
import { route, routes } from "@/lib/http/route";
import { storedChange, viewSettings } from "@/lib/models/settings-view";
import { settingsChange } from "@/lib/shared/settings";
import { changeSettings, readSettings } from "@/lib/store/settings";

async function view(agentId: string) {
  const settings = await readSettings(agentId);
  return viewSettings(settings, readLimits(settings.limits));
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ agentId }) => view(agentId)),
  PUT: route({ agent: true, body: settingsChange }, async ({ agentId, body }) => {
    await changeSettings(agentId, storedChange(body));
    return view(agentId);
  }),
});
