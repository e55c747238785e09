import { z } from "zod";
import { openLiveShare } from "@/lib/agent/sheets/live-share";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ token: z.string() });

/** What a sheet that is shared live shows now, for whoever has the link. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params }, ({ request, params: { token } }) => openLiveShare(token, request)),
});
