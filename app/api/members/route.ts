import { route, routes } from "@/lib/platform/http/route";
import { hasRole } from "@/lib/shared/members/roles";
import { serverTimeZone } from "@/lib/store/agents/settings";
import { listMembers } from "@/lib/store/members/members";
import { readRoster } from "@/lib/store/members/roster";

/** Lists the members. Admins and the owner also get email addresses, limits, costs and times. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ role: "guest" }, async ({ member }) => {
    if (hasRole(member.role, "admin")) return { members: await listMembers(serverTimeZone) };
    const all = [...(await readRoster()).members.values()];
    return { members: all.map((one) => ({ ...one, email: one.id === member.id ? one.email : null })) };
  }),
});
