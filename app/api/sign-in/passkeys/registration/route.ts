import { route, routes } from "@/lib/platform/http/route";
import { addOwnPasskey, startOwnPasskey } from "@/lib/platform/sign-in/account";
import { newPasskey } from "@/lib/shared/members/sign-in";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ role: "guest", fromPage: true }, ({ request, session, member }) =>
    startOwnPasskey(request, { session, member }),
  ),
  PUT: route(
    { role: "guest", body: newPasskey, maxBytes: 50_000, fromPage: true },
    async ({ request, session, member, body }) => ({
      id: await addOwnPasskey(request, { session, member }, body),
    }),
  ),
});
