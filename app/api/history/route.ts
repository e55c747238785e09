import { z } from "zod";
import { changesListed } from "@/lib/data/sqlite/changes";
import { route, routes } from "@/lib/platform/http/route";
import { AUTHORS } from "@/lib/shared/history";
import { KINDS } from "@/lib/shared/kinds";
import { isoTime } from "@/lib/shared/text/iso-time";
import { listRevisions } from "@/lib/store/revisions";

/** An empty parameter is treated like a missing one. */
const empty = z.literal("").transform(() => undefined);

const query = z.object({
  kind: z.enum(KINDS).or(empty).optional(),
  name: z.string().min(1).max(512).or(empty).optional(),
  author: z.enum(AUTHORS).optional(),
  cursor: z.string().max(200).optional(),
  before: isoTime.optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, async ({ agentId, query }) => {
    await changesListed(agentId);
    return listRevisions(agentId, query);
  }),
});
