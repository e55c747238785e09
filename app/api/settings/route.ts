import { z } from "zod";
import { viewLimits } from "@/lib/agent/step/limits";
import { storedChange, viewSettings } from "@/lib/models/providers/settings-view";
import { assertRole } from "@/lib/platform/access/rights";
import { route, routes } from "@/lib/platform/http/route";
import { hasRole } from "@/lib/shared/members/roles";
import { settingsChange } from "@/lib/shared/settings";
import { changeSettings, SCOPES } from "@/lib/store/agents/change-settings";
import { readSettings } from "@/lib/store/agents/settings";
import { storedSearch, viewSearch } from "@/lib/web/search/settings-view";

/** `scope` overrides the default of `changeSettings`. */
const query = z.object({ scope: z.enum(SCOPES).optional() });

/** Keys and addresses of services decide who reads conversations and searches. */
const changesServices = ({ body: { providers, search } }: Input) =>
  providers !== undefined || search !== undefined;

const changesRights = (input: Input) =>
  changesServices(input) || input.body.proofs !== undefined || input.body.proofBudget !== undefined;

type Input = { body: z.output<typeof settingsChange> };

async function view(agentId: string) {
  const settings = await readSettings(agentId);
  const { settings: view } = viewSettings(settings, viewLimits(settings));
  return { settings: { ...view, ...viewSearch(settings) } };
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use" }, ({ agentId }) => view(agentId)),
  PUT: route(
    { agent: true, right: "own", scope: "none", query, body: settingsChange, fromPage: changesRights },
    async ({ agentId, query: { scope }, body, member }) => {
      if (changesServices({ body }) || scope === "workspace") assertRole(member, "admin");
      const changes = { ...storedChange(body), ...storedSearch(body.search) };
      await changeSettings(agentId, changes, hasRole(member.role, "admin") ? scope : "agent");
      return view(agentId);
    },
  ),
});
