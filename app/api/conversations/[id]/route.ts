import { z } from "zod";
import { removeWithRun } from "@/lib/agent/stop";
import { route, routes } from "@/lib/http/route";
import { resolveModel } from "@/lib/models/index";
import { uuid } from "@/lib/shared/ids";
import {
  changeConversation,
  conversationJson,
  noConversation,
  readConversation,
} from "@/lib/store/conversations";

const params = z.object({ id: uuid });
const change = z.strictObject({
  title: z.string().trim().min(1, "A title needs at least one character").max(200).optional(),
  model: z.string().min(1).max(200).nullable().optional(),
});

const json = { "content-type": "application/json", "cache-control": "no-store" };

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, async ({ agentId, params: { id } }) => {
    const text = await conversationJson(agentId, id);
    if (text === null) throw noConversation(id);
    return new Response(text, { headers: json });
  }),
  PATCH: route({ agent: true, params, body: change }, async ({ agentId, params: { id }, body }) => {
    // Says what is wrong with the choice now, and not in place of the next answer.
    if (body.model) await resolveModel(body.model);
    await changeConversation(agentId, id, body);
    const view = await readConversation(agentId, id);
    return { conversation: view?.conversation };
  }),
  DELETE: route({ agent: true, params }, ({ agentId, params: { id } }) => removeWithRun(agentId, id)),
});
