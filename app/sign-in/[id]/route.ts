import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { finishOidc } from "@/lib/platform/sign-in/oidc";
import { uuid } from "@/lib/shared/ids";

const params = z.object({ id: uuid });

/** The redirect address of an OIDC provider. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params }, ({ request, params: { id } }) => finishOidc(request, id)),
});
