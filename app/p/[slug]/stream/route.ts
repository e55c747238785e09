import { z } from "zod";
import { streamOfVisit } from "@/lib/agent/apps/stream";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ slug: z.string() });
const query = z.object({ version: z.coerce.number().int().min(1) });

/** Changes of the tables that a visitor reads, and the end of the app. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params, query }, ({ request, params: { slug }, query: { version } }) =>
    streamOfVisit(slug, request, version),
  ),
});
