import { z } from "zod";
import { scriptOfApp } from "@/lib/agent/apps/script";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ slug: z.string() });
const query = z.object({ version: z.coerce.number().int().min(1) });

/** The component of an app, with the modules that it uses. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params, query }, ({ request, params: { slug }, query: { version } }) =>
    scriptOfApp(slug, request, version),
  ),
});
