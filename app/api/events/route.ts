import { changes } from "@/lib/http/changes";
import { route, routes } from "@/lib/http/route";

/** Which conversations of the agent changed, as they do: for lists, and for tabs that do not follow a run. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ request, agentId }) =>
    changes(request, (notice) =>
      notice.type === "conversation" && notice.agent === agentId
        ? { type: "conversation", id: notice.id }
        : null,
    ),
  ),
});
