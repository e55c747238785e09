import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import { removeInvitation } from "@/lib/store/members/invitations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  DELETE: route({ params: z.object({ id: uuid }), fromPage: true }, async ({ params: { id } }) => {
    if (await removeInvitation(id)) return;
    throw new AppError("not_found", "This invitation does not exist or was revoked already.");
  }),
});
