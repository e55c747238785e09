import { z } from "zod";
import { inviteAgain } from "@/lib/platform/access/invitations";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";

/** Makes a link by which a member who cannot sign in sets a new password. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { role: "owner", params: z.object({ id: uuid }), fromPage: true },
    async ({ params: { id }, member }) => ({ invitation: await inviteAgain(member.id, id) }),
  ),
});
