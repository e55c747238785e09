import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import { memberChange } from "@/lib/shared/members/members";
import { hasRole, OWNER_ID } from "@/lib/shared/members/roles";
import { changeMember, removeMember } from "@/lib/store/members/members";
import { readMember } from "@/lib/store/members/roster";

const params = z.object({ id: uuid });

/** Admins change members and guests; only the owner changes admins, so that admins cannot lock each other out. */
async function assertMayChange(
  member: { id: string; role: "owner" | "admin" | "member" | "guest" },
  id: string,
) {
  if (member.id === OWNER_ID) return;
  const other = await readMember(id);
  if (other && hasRole(other.role, "admin"))
    throw new AppError("forbidden", "Only the owner may change an admin.");
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route({ params, body: memberChange, fromPage: true }, async ({ params: { id }, body, member }) => {
    await assertMayChange(member, id);
    if (body.role === "admin" && member.id !== OWNER_ID)
      throw new AppError("forbidden", "Only the owner may make an admin.");
    return { member: await changeMember(id, body) };
  }),
  DELETE: route({ params, fromPage: true }, async ({ params: { id }, member }) => {
    await assertMayChange(member, id);
    await removeMember(id);
  }),
});
