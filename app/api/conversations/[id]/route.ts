import { z } from "zod";
import { removeWithRun } from "@/lib/agent/stop";
import { route, routes } from "@/lib/http";
import { uuid } from "@/lib/shared/ids";
import { changeConversation, noConversation, readConversation } from "@/lib/store/conversations";

const params = z.object({ id: uuid });
const change = z.strictObject({
  title: z.string().trim().min(1, "A title needs at least one character").max(200).optional(),
  model: z.string().min(1).max(200).nullable().optional(),
});

async function read(agentId: string, id: string) {
  const found = await readConversation(agentId, id);
  if (!found) throw noConversation(id);
  return found;
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, ({ agentId, params: { id } }) => read(agentId, id)),
  PATCH: route({ agent: true, params, body: change }, async ({ agentId, params: { id }, body }) => {
    await changeConversation(agentId, id, body);
    const { conversation } = await read(agentId, id);
    return { conversation };
  }),
  DELETE: route({ agent: true, params }, ({ agentId, params: { id } }) => removeWithRun(agentId, id)),
});
