import { z } from "zod";
import { keepState } from "@/lib/agent/apps/own-values";
import { requireVisit } from "@/lib/agent/apps/visit";
import { route, routes } from "@/lib/platform/http/route";
import { MAX_CALL_BYTES, visitorState } from "@/lib/shared/apps/visit";

const params = z.object({ slug: z.string() });

/** The visitor's own values of state. The agent's state stays as it is. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { public: true, params, body: visitorState, maxBytes: MAX_CALL_BYTES },
    async ({ request, params: { slug }, body: { entries } }) => {
      await keepState(await requireVisit(slug, request), entries);
      return { kept: true };
    },
  ),
});
