import { route, routes } from "@/lib/platform/http/route";
import { countOpenAsks } from "@/lib/store/loop/open-asks";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: "optional", right: "use" }, ({ agentId }) => countOpenAsks(agentId)),
});
