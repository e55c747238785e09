import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { removeOwnPasskey } from "@/lib/platform/sign-in/account";
import { AppError } from "@/lib/shared/errors";
import { passkeyName } from "@/lib/shared/members/sign-in";
import { renamePasskey } from "@/lib/store/members/passkeys";

const params = z.object({ id: z.string().max(2_000) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route({ role: "guest", params, body: passkeyName }, async ({ params: { id }, member, body }) => {
    if (await renamePasskey(member.id, id, body.name)) return;
    throw new AppError("not_found", "There is no such passkey.");
  }),
  DELETE: route({ role: "guest", params, fromPage: true }, ({ params: { id }, member }) =>
    removeOwnPasskey(member.id, id),
  ),
});
