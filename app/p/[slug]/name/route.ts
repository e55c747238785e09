import { z } from "zod";
import { requireVisit } from "@/lib/agent/apps/visit";
import { route, routes } from "@/lib/platform/http/route";
import { visitorName } from "@/lib/shared/apps/visit";
import { changeVisitor } from "@/lib/store/apps/visitors";

const params = z.object({ slug: z.string() });

/** The name by which the owner sees a visitor. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { public: true, params, body: visitorName, maxBytes: 2_000 },
    async ({ request, params: { slug }, body: { name } }) => {
      const { visitor } = await requireVisit(slug, request);
      await changeVisitor(visitor.id, { name });
      return { name };
    },
  ),
});
