import { route, routes } from "@/lib/platform/http/route";
import { signInWithPassword } from "@/lib/platform/sign-in/password";
import { login } from "@/lib/shared/members/sign-in";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true, body: login, maxBytes: 10_000 }, async ({ request, body }) => {
    return new Response(null, { status: 204, headers: await signInWithPassword(request, body) });
  }),
});
