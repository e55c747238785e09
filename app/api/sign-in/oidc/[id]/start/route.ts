import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { startOidc } from "@/lib/platform/sign-in/oidc";
import { uuid } from "@/lib/shared/ids";
import { invitationToken } from "@/lib/shared/members/sign-in";

const params = z.object({ id: uuid });
const query = z.object({ next: z.string().max(2_000).optional(), invitation: invitationToken.optional() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params, query }, ({ request, params: { id }, query }) =>
    startOidc(request, { providerId: id, ...query }),
  ),
});
