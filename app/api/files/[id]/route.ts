import { z } from "zod";
import { serveFile } from "@/lib/data/files/serve";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { moveFile, read, remove, toClient } from "@/lib/store/data/files";

const params = z.object({ id: uuid });
/** With `?download` the browser saves the file instead of showing it. */
const query = z.object({ download: z.string().optional() });

/** Puts the file into a project; null takes it out. */
const change = z.strictObject({ projectId: uuid.nullable() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", params, query },
    async ({ request, agentId, params: { id }, query: { download } }) =>
      serveFile(await read(agentId, id), request, download !== undefined),
  ),
  PATCH: route(
    { agent: true, right: "use", params, body: change },
    async ({ agentId, params: { id }, body: { projectId } }) => ({
      file: toClient(await moveFile(agentId, id, projectId)),
    }),
  ),
  DELETE: route({ agent: true, params }, ({ agentId, params: { id } }) => remove(agentId, id)),
});
