import { z } from "zod";
import { openShare } from "@/lib/platform/access/shares";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ token: z.string() });

/** A shared surface. Anyone with the link may view it, and gets access to nothing else. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params }, ({ request, params: { token } }) => openShare(token, request)),
});
