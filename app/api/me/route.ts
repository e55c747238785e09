import { route, routes } from "@/lib/platform/http/route";
import { readMe } from "@/lib/platform/sign-in/account";
import { ownChange } from "@/lib/shared/members/members";
import { changeOwnMember } from "@/lib/store/members/members";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ role: "guest" }, ({ session, member }) => readMe({ session, member })),
  PATCH: route({ role: "guest", body: ownChange }, async ({ session, member, body }) => {
    await changeOwnMember(member.id, body);
    return readMe({ session, member });
  }),
});
