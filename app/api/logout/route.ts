import { endOwnSession } from "@/lib/platform/access/session";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  // Public, so that a user without a session gets no error.
  POST: route(
    { public: true },
    async ({ request }) => new Response(null, { status: 204, headers: await endOwnSession(request) }),
  ),
});
