import { z } from "zod";
import { route, routes } from "@/lib/http/route";
import { keepConsolidation, undoConsolidation, viewConsolidation } from "@/lib/memory/consolidations";
import { SETTLED } from "@/lib/shared/consolidation";

const params = z.object({ id: z.uuid() });
const body = z.strictObject({ settled: z.enum(SETTLED) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route({ agent: true, params, body }, async ({ agentId, params: { id }, body: { settled } }) => {
    await (settled === "undone" ? undoConsolidation : keepConsolidation)(agentId, id);
    return viewConsolidation(agentId);
  }),
});
