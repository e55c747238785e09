import { z } from "zod";
import { deleteWithRun } from "@/lib/agent/loop/stop";
import { parseChoice, resolveModel } from "@/lib/models/providers/index";
import { route, routes } from "@/lib/platform/http/route";
import { label, uuid } from "@/lib/shared/ids";
import { fallbackModelIds } from "@/lib/shared/settings";
import { readSettings } from "@/lib/store/agents/settings";
import { showBranch } from "@/lib/store/loop/branches";
import {
  changeConversation,
  conversationJson,
  noConversation,
  readConversation,
} from "@/lib/store/loop/conversations";

const params = z.object({ id: uuid });
const change = z.strictObject({
  title: z.string().trim().min(1, "A title needs at least one character").max(200).optional(),
  model: z.string().min(1).max(200).nullable().optional(),
  /** Fallback models. Null: use those of the settings. */
  successors: fallbackModelIds.nullable().optional(),
  pinned: z.boolean().optional(),
  pinnedSurface: z
    .string()
    .max(401)
    .regex(/^[^/]+\/.+$/s, "Name a surface by its message and call: messageId/toolCallId")
    .nullable()
    .optional(),
  approvedTools: z.array(label).max(200).optional(),
  newestPrompt: z.literal(true).optional(),
  showMessage: label.optional(),
});

const json = { "content-type": "application/json", "cache-control": "no-store" };

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, async ({ agentId, params: { id } }) => {
    const text = await conversationJson(agentId, id);
    if (text === null) throw noConversation(id);
    return new Response(text, { headers: json });
  }),
  PATCH: route({ agent: true, params, body: change }, async ({ agentId, params: { id }, body }) => {
    const { showMessage, ...rest } = body;
    // Check the model now, so that this request fails instead of the next answer.
    if (rest.model) await resolveModel(rest.model, await readSettings(agentId));
    for (const choice of rest.successors ?? []) parseChoice(choice);
    if (showMessage !== undefined) await showBranch({ agentId, conversationId: id }, showMessage);
    await changeConversation(agentId, id, rest);
    const view = await readConversation(agentId, id, { last: 0 });
    return { conversation: view?.conversation };
  }),
  DELETE: route({ agent: true, params }, ({ agentId, params: { id } }) => deleteWithRun(agentId, id)),
});
