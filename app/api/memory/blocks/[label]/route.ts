import { z } from "zod";
import {
  addressed,
  blockChange,
  blockQuery,
  blockView,
  changeMemoryBlock,
  deleteMemoryBlock,
  findBlock,
} from "@/lib/data/memory/user";
import { expectedVersion } from "@/lib/platform/http/if-match";
import { route, routes } from "@/lib/platform/http/route";
import type { Block } from "@/lib/shared/memory/memory";
import { listShares } from "@/lib/store/memory/block-shares";

const params = z.object({ label: addressed });
/**
 * `version`: the version that the client has read, in the query, the body or If-Match. If the block has a newer
 * version, the request fails with a conflict.
 */
const guarded = blockQuery.extend({ version: z.coerce.number().int().min(1).max(1_000_000_000).optional() });
const deletion = blockChange.pick({ version: true }).optional();

/** `shares` is empty unless the agent owns the block. */
const answer = async (agentId: string, block: Block) =>
  Response.json(
    { block: blockView(block), shares: await listShares(agentId, block.id) },
    { headers: { "cache-control": "no-store", etag: `"${block.version}"` } },
  );

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params, query: blockQuery }, async ({ agentId, params: { label }, query }) =>
    answer(agentId, await findBlock(agentId, label, query)),
  ),
  PATCH: route(
    { agent: true, params, query: guarded, body: blockChange },
    async ({ request, agentId, params: { label }, query, body }) => {
      const base = expectedVersion(request, body.version ?? query.version);
      return answer(
        agentId,
        await changeMemoryBlock(agentId, await findBlock(agentId, label, query), body, base),
      );
    },
  ),
  DELETE: route(
    { agent: true, params, query: guarded, body: deletion },
    async ({ request, agentId, params: { label }, query, body }) => {
      const base = expectedVersion(request, body?.version ?? query.version);
      await deleteMemoryBlock(agentId, await findBlock(agentId, label, query), base);
      return { deleted: true };
    },
  ),
});
