import { z } from "zod";
import { memoriesToReview, reviewMemories } from "@/lib/agent/imports/memories";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { factText } from "@/lib/shared/memory/facts";

const MAX_DECIDED = 2_000;
const params = z.object({ id: uuid });
const body = z.strictObject({
  /** Become facts, with this text. */
  accept: z.array(z.strictObject({ id: uuid, content: factText })).max(MAX_DECIDED),
  dismiss: z.array(uuid).max(MAX_DECIDED),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, async ({ agentId, params: { id } }) => ({
    memories: await memoriesToReview(agentId, id),
  })),
  POST: route(
    { agent: true, params, body, maxBytes: 10_000_000 },
    async ({ agentId, params: { id }, body }) => ({ stored: await reviewMemories(agentId, id, body) }),
  ),
});
