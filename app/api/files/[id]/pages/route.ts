import { z } from "zod";
import { seePages } from "@/lib/data/files/see-pages";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { read, toClient } from "@/lib/store/data/files";

const params = z.object({ id: uuid });
const body = z.strictObject({ pages: z.array(z.int().min(1)).min(1).max(10).optional() });

/** Has the agent's model read pages that are images, and adds their text to the search. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, params, body },
    async ({ request, agentId, params: { id }, body: { pages } }) => {
      await seePages(await read(agentId, id), agentId, { pages, signal: request.signal });
      return { file: toClient(await read(agentId, id)) };
    },
  ),
});
