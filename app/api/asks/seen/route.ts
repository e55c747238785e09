import { route, routes } from "@/lib/platform/http/route";
import { markSeen } from "@/lib/store/loop/open-asks";

/** A visible tab shows the open asks, so no notification is sent for them. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: "optional" }, ({ agentId }) => markSeen(agentId)),
});
