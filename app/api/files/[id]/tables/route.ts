import { z } from "zod";
import { importSheet } from "@/lib/data/files/sheets";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { read } from "@/lib/store/data/files";

const params = z.object({ id: uuid });
const body = z.strictObject({ sheet: z.string().min(1).max(100) });

/** Creates a table of the agent's database from a sheet of a spreadsheet. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, params, body },
    async ({ request, agentId, params: { id }, body: { sheet } }) => {
      const file = await read(agentId, id);
      const by = { author: "person", cause: null, origins: file.origins } as const;
      return importSheet(file, agentId, { sheet, by }, request.signal);
    },
  ),
});
