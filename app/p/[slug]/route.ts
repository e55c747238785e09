import { z } from "zod";
import { pageOfApp } from "@/lib/agent/apps/page";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ slug: z.string() });

/** The page of a published app, for those whom its audience names. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params }, ({ request, params: { slug } }) => pageOfApp(slug, request)),
});
