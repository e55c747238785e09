import { route, routes } from "@/lib/platform/http/route";
import { markSeen } from "@/lib/store/loop/open-asks";

/** A visible tab reports that it shows the open asks, so that no notification is sent for them. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: "optional", right: "use", scope: "none" }, ({ agentId }) => markSeen(agentId)),
});
