import { route, routes } from "@/lib/platform/http/route";
import { hasRole } from "@/lib/shared/members/roles";
import { listMembers } from "@/lib/store/members/members";
import { readRoster } from "@/lib/store/members/roster";

/** Lists the members. Admins and the owner also get limits, costs and times. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ role: "guest" }, async ({ member }) => {
    if (hasRole(member.role, "admin")) return { members: await listMembers(startOfDay()) };
    return { members: [...(await readRoster()).members.values()] };
  }),
});

function startOfDay(): Date {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  return day;
}
