import { z } from "zod";
import { pageOfLink } from "@/lib/agent/links/page";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ token: z.string() });

/** A shared surface or conversation. Anyone with the link may view it, and gets access to nothing else. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params }, ({ request, params: { token } }) => pageOfLink(token, request)),
});
