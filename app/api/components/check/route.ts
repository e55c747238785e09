import { check } from "@/lib/code/components/check";
import { type Handler, route, routes } from "@/lib/platform/http/route";
import { COMPONENT_BYTES, componentTrial } from "@/lib/shared/components/fields";
import * as named from "../[name]/route";

/** Also serves the component named "check", whose path is the path of this route. */
const asName =
  (handler: Handler): Handler =>
  (request) =>
    handler(request, { params: Promise.resolve({ name: "check" }) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { role: "guest", scope: "write", body: componentTrial, maxBytes: COMPONENT_BYTES },
    ({ body: { gate, ...source } }) => check(source, gate),
  ),
  GET: asName(named.GET),
  PATCH: asName(named.PATCH),
  DELETE: asName(named.DELETE),
});
