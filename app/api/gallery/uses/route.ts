import { route, routes } from "@/lib/platform/http/route";
import { galleryUse } from "@/lib/shared/gallery/requests";
import { storeUse } from "@/lib/store/gallery/uses";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, right: "use", body: galleryUse }, ({ agentId, member, body: { kind, id } }) =>
    storeUse({ agentId, memberId: member.id, kind, item: id }),
  ),
});
