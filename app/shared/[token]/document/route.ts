import { z } from "zod";
import { documentOfLink } from "@/lib/agent/links/page";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ token: z.string() });

/** The copy of a shared conversation, for the frame in its page. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params }, ({ request, params: { token } }) => documentOfLink(token, request)),
});
