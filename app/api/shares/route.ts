import { z } from "zod";
import { listPublicShares, makePublicShare, whyNotShared } from "@/lib/platform/access/shares";
import { assertLength, readBytes } from "@/lib/platform/http/request-body";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { MAX_SHARE_BYTES, SHARE_DAYS } from "@/lib/shared/shares";

const query = z.object({
  conversation: uuid,
  sheet: z.string().min(3).max(400),
  title: z.string().trim().min(1).max(200),
  /** Days until the link expires; without it, the link is valid until revoked. */
  days: z.coerce
    .number()
    .refine(
      (days) => SHARE_DAYS.some((one) => one === days),
      `A link can be valid for ${SHARE_DAYS.join(", ")} days`,
    )
    .optional(),
  live: z.enum(["true", "false"]).default("false"),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own" }, async ({ agentId }) => ({
    shares: await listPublicShares(agentId),
    off: await whyNotShared(),
  })),
  /**
   * The body is the document as `text/html`. With `live=true`, it is JSON with the queries and state of the
   * component.
   */
  POST: route(
    {
      agent: true,
      right: "own",
      conversation: ({ query }) => query.conversation,
      raw: true,
      query,
      fromPage: true,
    },
    async ({ request, agentId, query }) => {
      assertLength(request, MAX_SHARE_BYTES);
      const document = await readBytes(request, MAX_SHARE_BYTES);
      const { conversation: conversationId, sheet: surface, title, days = null, live } = query;
      return makePublicShare(
        { agentId, conversationId, sheet: surface, title, days, isLive: live === "true" },
        document,
      );
    },
  ),
});
