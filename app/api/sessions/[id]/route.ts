import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import { endSession } from "@/lib/store/conversations/sessions";

const params = z.object({ id: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  DELETE: route({ role: "guest", params }, async ({ params: { id }, member }) => {
    if (await endSession(member.id, id)) return;
    throw new AppError("not_found", "This session does not exist or has ended already.");
  }),
});
