import { z } from "zod";
import { browse } from "@/lib/data/tables/browse";
import { addTableRows, changeRow, removeRows } from "@/lib/data/tables/edit";
import { route, routes } from "@/lib/platform/http/route";
import { newRows, page, rowChange, rowKeys } from "@/lib/shared/data/bodies";

const params = z.object({ name: z.string() });
/**
 * A cell may have 20 MB, and a change contains it twice. SQLite text may contain characters that Postgres would reject.
 */
const large = { maxBytes: 60_000_000, limits: { depth: 20, values: 400_000, anyText: true } };

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params, query: page }, ({ agentId, params, query }) =>
    browse(agentId, params.name, query),
  ),
  POST: route({ agent: true, params, body: newRows, ...large }, async ({ agentId, params, body }) =>
    Response.json(await addTableRows(agentId, params.name, body.rows), { status: 201 }),
  ),
  PATCH: route({ agent: true, params, body: rowChange, ...large }, ({ agentId, params, body }) =>
    changeRow(agentId, params.name, body),
  ),
  DELETE: route({ agent: true, params, body: rowKeys, ...large }, ({ agentId, params, body }) =>
    removeRows(agentId, params.name, body.keys),
  ),
});
