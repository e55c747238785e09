import { z } from "zod";
import { manifestOfApp } from "@/lib/agent/apps/page";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ slug: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params }, ({ request, params: { slug } }) => manifestOfApp(slug, request)),
});
