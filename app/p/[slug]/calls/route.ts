import { z } from "zod";
import { callOfVisitor } from "@/lib/agent/apps/calls";
import { requireVisit } from "@/lib/agent/apps/visit";
import { route, routes } from "@/lib/platform/http/route";
import { MAX_CALL_BYTES, visitorRequest } from "@/lib/shared/apps/visit";

const params = z.object({ slug: z.string() });

/** A query or a write of a visitor, within what the owner has allowed. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { public: true, params, body: visitorRequest, maxBytes: MAX_CALL_BYTES },
    async ({ request, params: { slug }, body }) =>
      callOfVisitor(await requireVisit(slug, request), body, request.signal),
  ),
});
