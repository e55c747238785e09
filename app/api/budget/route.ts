import { viewBudget } from "@/lib/budget/room";
import { route, routes } from "@/lib/http/route";
import { budgetChange } from "@/lib/shared/budget";
import { changeBudget } from "@/lib/store/budgets";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ agentId }) => viewBudget(agentId)),
  PUT: route({ agent: true, body: budgetChange }, async ({ agentId, body }) => {
    await changeBudget(agentId, body);
    return viewBudget(agentId);
  }),
});
