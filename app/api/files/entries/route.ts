import { z } from "zod";
import { listEntries } from "@/lib/data/files/entries";
import { route, routes } from "@/lib/platform/http/route";
import { ENTRY_KINDS } from "@/lib/shared/file-entries";

const query = z.object({
  kind: z.enum(ENTRY_KINDS).optional(),
  q: z.string().max(200).optional(),
  cursor: z.string().max(10_000).optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use", query }, ({ agentId, query }) => listEntries(agentId, query)),
});
