import { changes } from "@/lib/platform/http/changes";
import { type Handler, route, routes } from "@/lib/platform/http/route";
import { read } from "@/lib/store/agents/state";
import * as named from "../[...key]/route";

/**
 * Serves the key "events", whose path this route takes. GET reads it under any other key's path with
 * `?key=events`.
 */
const asKey =
  (handler: Handler): Handler =>
  (request) =>
    handler(request, { params: Promise.resolve({ key: ["events"] }) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use" }, ({ request, agentId }) =>
    changes(request, async (notice) =>
      notice.type === "state" && notice.agent === agentId
        ? { key: notice.key, value: await read(agentId, notice.key) }
        : null,
    ),
  ),
  PUT: asKey(named.PUT),
  DELETE: asKey(named.DELETE),
});
