import { z } from "zod";
import { openLiveShare } from "@/lib/agent/surfaces/live-share";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ token: z.string() });

/** Current content of a live share, for anyone with the link. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params }, ({ request, params: { token } }) => openLiveShare(token, request)),
});
