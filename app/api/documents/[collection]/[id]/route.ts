import { z } from "zod";
import { collection, DOCUMENTS, documentId, findDocument, writeAsUser } from "@/lib/data/documents/user";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ collection, id: documentId });
/** Fields to set, or MongoDB update operators. */
const change = z
  .record(z.string(), z.unknown())
  .refine((fields) => Object.keys(fields).length > 0, "Name a field to change");

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, async ({ request, agentId, params: { collection, id } }) => ({
    row: await findDocument(agentId, collection, id, request.signal),
  })),
  PATCH: route(
    { agent: true, params, body: change, ...DOCUMENTS },
    async ({ agentId, params: { collection, id }, body }) => {
      const { _id } = await findDocument(agentId, collection, id);
      const isOperators = Object.keys(body).every((name) => name.startsWith("$"));
      const update = isOperators ? body : { $set: body };
      return writeAsUser(agentId, {
        operation: "updateOne",
        collection,
        filter: { _id: { $eq: _id } },
        update,
      });
    },
  ),
  DELETE: route({ agent: true, params }, async ({ agentId, params: { collection, id } }) => {
    const { _id } = await findDocument(agentId, collection, id);
    return writeAsUser(agentId, { operation: "deleteOne", collection, filter: { _id: { $eq: _id } } });
  }),
});
