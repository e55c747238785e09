import { route, routes } from "@/lib/platform/http/route";
import { finishInvitationPasskey, startInvitationPasskey } from "@/lib/platform/sign-in/invitation";
import { invitationPasskey, invitationPasskeyStart } from "@/lib/shared/members/sign-in";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true, body: invitationPasskeyStart, maxBytes: 10_000 }, ({ request, body }) =>
    startInvitationPasskey(request, body),
  ),
  PUT: route({ public: true, body: invitationPasskey, maxBytes: 50_000 }, async ({ request, body }) => {
    return new Response(null, { status: 204, headers: await finishInvitationPasskey(request, body) });
  }),
});
