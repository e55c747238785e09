import { invite, openInvitations } from "@/lib/platform/access/invitations";
import { agentFor } from "@/lib/platform/access/rights";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { newInvitation } from "@/lib/shared/members/members";
import { OWNER_ID } from "@/lib/shared/members/roles";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({}, async () => ({ invitations: await openInvitations() })),
  POST: route({ body: newInvitation, fromPage: true }, async ({ body, member }) => {
    if (body.role === "admin" && member.id !== OWNER_ID)
      throw new AppError("forbidden", "Only the owner may invite an admin.");
    for (const { id } of body.agents) await agentFor(member, id, "own");
    return Response.json({ invitation: await invite(member.id, body) }, { status: 201 });
  }),
});
