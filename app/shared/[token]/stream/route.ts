import { z } from "zod";
import { streamOfLink } from "@/lib/agent/links/stream";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ token: z.string() });
const query = z.object({ shown: z.string().max(40) });

/** The end of a link to a conversation, and new copies of it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params, query }, ({ request, params: { token }, query: { shown } }) =>
    streamOfLink(token, request, shown),
  ),
});
