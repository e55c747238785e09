import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { parsePart } from "@/lib/platform/http/validate";
import { AppError } from "@/lib/shared/errors";
import { deletePermission, setPermission } from "@/lib/store/channels/whatsapp";
import { permissionChange, phone } from "@/lib/tools/whatsapp/fields";

const params = z.object({ phone: z.string().max(60) });
const numberOf = (number: string): string => parsePart("body", z.object({ phone }), { phone: number }).phone;

/** Changes a contact's rights. DELETE removes the record and with it all rights. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PUT: route(
    { agent: true, role: "admin", right: "own", params, body: permissionChange, fromPage: true },
    ({ agentId, params, body }) => setPermission(agentId, numberOf(params.phone), body, "person"),
  ),
  DELETE: route({ agent: true, role: "admin", right: "own", params }, async ({ agentId, params }) => {
    const number = numberOf(params.phone);
    if (!(await deletePermission(agentId, number)))
      throw new AppError("not_found", `${number} has no permissions.`);
  }),
});
