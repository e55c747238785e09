import { assertOrigin } from "@/lib/platform/access/change-password";
import { route, routes } from "@/lib/platform/http/route";
import { startOwnTwoFactors } from "@/lib/platform/sign-in/account";
import { confirmTwoFactors, endTwoFactors } from "@/lib/platform/sign-in/two-factor";
import { twoFactorConfirmation, twoFactorEnd, twoFactorStart } from "@/lib/shared/members/sign-in";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { role: "guest", body: twoFactorStart, fromPage: true },
    ({ request, session, member, body: { password } }) => {
      assertOrigin(request);
      return startOwnTwoFactors(request, { session, member }, password);
    },
  ),
  PUT: route({ role: "guest", body: twoFactorConfirmation, fromPage: true }, async ({ member, body }) => ({
    recoveryCodes: await confirmTwoFactors(member.id, body.id, body.code),
  })),
  DELETE: route({ role: "guest", body: twoFactorEnd, fromPage: true }, ({ member, body }) =>
    endTwoFactors(member.id, body.code),
  ),
});
