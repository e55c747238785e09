import { z } from "zod";
import {
  keepConsolidation,
  keepNewer,
  undoConsolidation,
  viewConsolidation,
} from "@/lib/data/memory/consolidations";
import { route, routes } from "@/lib/platform/http/route";
import { ANSWERS } from "@/lib/shared/memory/consolidation";

const params = z.object({ id: z.uuid() });
const body = z.strictObject({ settled: z.enum(ANSWERS) });

const SETTLE = { kept: keepConsolidation, undone: undoConsolidation, newer: keepNewer };

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route({ agent: true, params, body }, async ({ agentId, params: { id }, body: { settled } }) => {
    await SETTLE[settled](agentId, id);
    return viewConsolidation(agentId);
  }),
});
