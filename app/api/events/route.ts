import { changes } from "@/lib/http/changes";
import { route, routes } from "@/lib/http/route";

/** Which conversations and components of the agent changed, and whether pins did, as they do: for lists, and for tabs that do not follow a run. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ request, agentId }) =>
    changes(request, (notice) => {
      if (!("agent" in notice) || notice.agent !== agentId) return null;
      if (notice.type === "conversation") return { type: "conversation", id: notice.id };
      if (notice.type === "component") return { type: "component", name: notice.name };
      return notice.type === "pins" ? { type: "pins" } : null;
    }),
  ),
});
