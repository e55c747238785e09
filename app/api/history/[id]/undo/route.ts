import { z } from "zod";
import { undoChange } from "@/lib/code/history/undo";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";

const params = z.object({ id: uuid });
const body = z.strictObject({ from: uuid.optional(), redo: z.boolean().optional() }).optional();

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params, body }, ({ agentId, params: { id }, body }) =>
    undoChange(agentId, id, { from: body?.from, isRedone: body?.redo }),
  ),
});
