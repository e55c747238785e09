import { z } from "zod";
import { deleteTrigger, readTrigger, updateTrigger } from "@/lib/data/schedule/triggers";
import { route, routes } from "@/lib/platform/http/route";
import { triggerChange } from "@/lib/shared/jobs/fields";

const params = z.object({ id: z.uuid() });
const user = { author: "person", cause: null } as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, async ({ agentId, params: { id } }) => ({
    trigger: await readTrigger(agentId, id),
  })),
  PATCH: route({ agent: true, params, body: triggerChange }, async ({ agentId, params: { id }, body }) => ({
    trigger: await updateTrigger(agentId, id, body, user),
  })),
  DELETE: route({ agent: true, params }, async ({ agentId, params: { id } }) => {
    await deleteTrigger(agentId, id, user);
    return { deleted: true };
  }),
});
