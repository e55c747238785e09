import { assertOrigin } from "@/lib/platform/access/change-password";
import { route, routes } from "@/lib/platform/http/route";
import { changeOwnPassword } from "@/lib/platform/sign-in/password";
import { passwordChange } from "@/lib/shared/members/sign-in";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PUT: route(
    { role: "guest", body: passwordChange, maxBytes: 20_000, fromPage: true },
    async ({ request, session, member, body }) => {
      assertOrigin(request);
      const headers = await changeOwnPassword(request, { memberId: member.id, session }, body);
      return new Response(null, { status: 204, headers });
    },
  ),
});
