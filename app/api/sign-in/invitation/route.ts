import { route, routes } from "@/lib/platform/http/route";
import { answerInvitation } from "@/lib/platform/sign-in/invitation";
import { invitationAnswer } from "@/lib/shared/members/sign-in";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true, body: invitationAnswer, maxBytes: 10_000 }, async ({ request, body }) => {
    return new Response(null, { status: 204, headers: await answerInvitation(request, body) });
  }),
});
