import { z } from "zod";
import { viewBudget } from "@/lib/models/budget/check-budget";
import { route, routes } from "@/lib/platform/http/route";
import { budgetChange } from "@/lib/shared/budget";
import { SCOPES } from "@/lib/store/agents/change-settings";
import { changeBudget } from "@/lib/store/loop/budgets";

/** `scope` overrides the default of `changeSettings`. */
const query = z.object({ scope: z.enum(SCOPES).optional() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use" }, ({ agentId }) => viewBudget(agentId)),
  PUT: route(
    { agent: true, role: "admin", right: "own", query, body: budgetChange },
    async ({ agentId, query: { scope }, body }) => {
      await changeBudget(agentId, body, scope);
      return viewBudget(agentId);
    },
  ),
});
