import { route, routes } from "@/lib/platform/http/route";
import { markSeen } from "@/lib/store/loop/open-asks";

/** A tab that the person looks at shows how much waits for them: they need not be told otherwise. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: "optional" }, ({ agentId }) => markSeen(agentId)),
});
