import { z } from "zod";
import { readChangedRows } from "@/lib/code/history/changed-rows";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params: z.object({ id: uuid }) }, async ({ agentId, params: { id } }) => ({
    tables: await readChangedRows(agentId, id),
  })),
});
