import { z } from "zod";
import { ICON_SIZES, iconOfApp } from "@/lib/agent/apps/icon";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ slug: z.string() });
const query = z.object({
  size: z
    .union(ICON_SIZES.map((size) => z.literal(String(size))))
    .transform(Number)
    .optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params, query }, ({ request, params: { slug }, query: { size } }) =>
    iconOfApp(slug, request, size),
  ),
});
