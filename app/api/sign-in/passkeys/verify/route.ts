import { route, routes } from "@/lib/platform/http/route";
import { signInWithPasskey } from "@/lib/platform/sign-in/passkeys";
import { passkeyAnswer } from "@/lib/shared/members/sign-in";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true, body: passkeyAnswer, maxBytes: 20_000 }, async ({ request, body }) => {
    return new Response(null, { status: 204, headers: await signInWithPasskey(request, body) });
  }),
});
