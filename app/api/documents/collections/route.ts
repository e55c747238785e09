import { collectionsOf } from "@/lib/documents/person";
import { route, routes } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ agentId }) => collectionsOf(agentId)),
});
