import { checkToolCode } from "@/lib/code/tools/check";
import { type Handler, route, routes } from "@/lib/platform/http/route";
import { TOOL_BYTES, toolTrial } from "@/lib/shared/agent-tools/fields";
import * as named from "../[name]/route";

/** Also serves the agent-made tool named "check", whose path is the path of this route. */
const asName =
  (handler: Handler): Handler =>
  (request) =>
    handler(request, { params: Promise.resolve({ name: "check" }) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { role: "guest", scope: "write", body: toolTrial, maxBytes: TOOL_BYTES },
    ({ request, body: { code } }) => checkToolCode(code, request.signal),
  ),
  GET: asName(named.GET),
  PATCH: asName(named.PATCH),
  DELETE: asName(named.DELETE),
});
