import { z } from "zod";
import { route, routes } from "@/lib/http/route";
import { AUTHORS, KINDS } from "@/lib/shared/history";
import { isoTime } from "@/lib/shared/iso-time";
import { listRevisions } from "@/lib/store/revisions";

const query = z.object({
  kind: z.enum(KINDS).optional(),
  name: z.string().max(512).optional(),
  author: z.enum(AUTHORS).optional(),
  cursor: z.string().max(200).optional(),
  before: isoTime.optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, ({ agentId, query }) => listRevisions(agentId, query)),
});
