import { z } from "zod";
import { summarizeRevisions } from "@/lib/code/history/revision-summaries";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";

const MAX_IDS = 100;

const query = z.object({
  ids: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(uuid).max(MAX_IDS)),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, async ({ agentId, query: { ids } }) => ({
    summaries: await summarizeRevisions(agentId, ids),
  })),
});
