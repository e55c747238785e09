import { z } from "zod";
import { undoByUser } from "@/lib/data/documents/user";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";

const body = z.strictObject({ revision: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body }, ({ agentId, body: { revision } }) => undoByUser(agentId, revision)),
});
