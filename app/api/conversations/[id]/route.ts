import { z } from "zod";
import { deleteWithRun } from "@/lib/agent/loop/stop";
import { parseChoice, resolveModel } from "@/lib/models/providers/index";
import { etagOf } from "@/lib/platform/http/etag";
import { route, routes } from "@/lib/platform/http/route";
import { label, uuid } from "@/lib/shared/ids";
import { fallbackModelIds } from "@/lib/shared/settings";
import { isUnchanged } from "@/lib/shared/text/etag";
import { readSettings } from "@/lib/store/agents/settings";
import { noMessage, showBranch } from "@/lib/store/loop/branches";
import {
  changeConversation,
  conversationJson,
  earlierJson,
  noConversation,
  readConversationFields,
} from "@/lib/store/loop/conversations";

const params = z.object({ id: uuid });
const query = z
  .object({
    /** Approximate number of messages to return. If omitted, the whole conversation is returned. */
    limit: z.coerce.number().int().min(1).max(1_000_000).optional(),
    /** Extends the window of the newest messages to this visible message. */
    reach: label.optional(),
    /** Returns only messages before this visible message. */
    before: label.optional(),
  })
  .refine(({ limit, reach, before }) => limit !== undefined || (reach ?? before) === undefined, {
    path: ["limit"],
    message: "reach and before need a limit",
  });
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
  /** Puts the conversation into a project; null takes it out. */
  projectId: uuid.nullable().optional(),
  showMessage: label.optional(),
});

const json = { "content-type": "application/json", "cache-control": "no-store" };

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", conversation: ({ params }) => params.id, readable: true, params, query },
    async ({ agentId, params: { id }, query, request }) => {
      const { limit, reach, before } = query;
      if (limit !== undefined && before !== undefined) {
        const page = await earlierJson(agentId, id, { limit, before });
        if (page === null) throw noMessage(before);
        return new Response(page, { headers: json });
      }
      const text = await conversationJson(agentId, id, limit === undefined ? undefined : { limit, reach });
      if (text === null) throw noConversation(id);
      if (limit === undefined) return new Response(text, { headers: json });
      const headers = { ...json, etag: etagOf(text) };
      const isSame = isUnchanged(request.headers.get("if-none-match"), headers.etag);
      return isSame ? new Response(null, { status: 304, headers }) : new Response(text, { headers });
    },
  ),
  PATCH: route(
    {
      agent: true,
      right: "use",
      conversation: ({ params }) => params.id,
      params,
      body: change,
      fromPage: ({ body }) => body.approvedTools !== undefined,
    },
    async ({ agentId, params: { id }, body }) => {
      const { showMessage, ...rest } = body;
      // Check the model now, so that this request fails instead of the next answer.
      if (rest.model) await resolveModel(rest.model, await readSettings(agentId));
      for (const choice of rest.successors ?? []) parseChoice(choice);
      if (showMessage !== undefined) await showBranch({ agentId, conversationId: id }, showMessage);
      await changeConversation(agentId, id, rest);
      return { conversation: await readConversationFields(agentId, id) };
    },
  ),
  DELETE: route(
    { agent: true, right: "use", conversation: ({ params }) => params.id, params },
    ({ agentId, params: { id } }) => deleteWithRun(agentId, id),
  ),
});
