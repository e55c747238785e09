import { z } from "zod";
import { unlockVisit } from "@/lib/agent/apps/visit";
import { route, routes } from "@/lib/platform/http/route";
import { unlock } from "@/lib/shared/apps/visit";

const params = z.object({ slug: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { public: true, params, body: unlock, maxBytes: 2_000 },
    async ({ request, params: { slug }, body: { passcode } }) => {
      await unlockVisit(slug, request, passcode);
      return { unlocked: true };
    },
  ),
});
