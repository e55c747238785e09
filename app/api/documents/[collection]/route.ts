import { z } from "zod";
import {
  collection,
  DOCUMENTS,
  deleteCollection,
  listing,
  queryAsUser,
  writeAsUser,
} from "@/lib/data/documents/user";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ collection });
const document = z.record(z.string(), z.unknown());

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, params, query: listing },
    ({ request, agentId, params: { collection }, query: { filter, ...options } }) =>
      queryAsUser(agentId, { operation: "find", collection, filter, options }, request.signal),
  ),
  POST: route(
    { agent: true, params, body: document, ...DOCUMENTS },
    async ({ agentId, params: { collection }, body: data }) =>
      Response.json(await writeAsUser(agentId, { operation: "insertOne", collection, data }), {
        status: 201,
      }),
  ),
  /** Deletes the collection and its documents. The history keeps both. */
  DELETE: route({ agent: true, params }, ({ agentId, params: { collection } }) =>
    deleteCollection(agentId, collection),
  ),
});
