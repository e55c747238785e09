import { listGallery } from "@/lib/agent/gallery/list";
import { route, routes } from "@/lib/platform/http/route";
import { galleryQuery } from "@/lib/shared/gallery/requests";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** Without an agent, lists the items of all agents that the member may use. */
  GET: route({ agent: "optional", right: "use", query: galleryQuery }, ({ agentId, member, query }) =>
    listGallery({ agentId, memberId: member.id, ...query }),
  ),
});
