import { route, routes } from "@/lib/platform/http/route";
import { linkOwnAccount, unlinkOwnAccount } from "@/lib/platform/sign-in/account";
import { accountToLink, linkedAccount } from "@/lib/shared/members/sign-in";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { role: "guest", body: accountToLink, fromPage: true },
    async ({ request, session, member, body: { provider } }) => {
      const { url, cookie } = await linkOwnAccount(request, { session, member }, provider);
      return Response.json({ url }, { headers: { "set-cookie": cookie, "cache-control": "no-store" } });
    },
  ),
  DELETE: route({ role: "guest", body: linkedAccount, fromPage: true }, ({ member, body }) =>
    unlinkOwnAccount(member.id, body.issuer, body.subject),
  ),
});
