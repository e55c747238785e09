import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { moveMail } from "@/lib/store/channels/mail";

const params = z.object({ id: z.uuid() });
const body = z.strictObject({ status: z.enum(["sent", "failed"]) });

/** The user's decision about a mail that may have been sent. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route(
    { agent: true, role: "admin", right: "own", params, body },
    async ({ agentId, params: { id }, body: { status } }) => {
      if (!(await moveMail({ agentId, id }, ["unknown"], status)))
        throw new AppError("conflict", "It is already known what became of this mail.");
    },
  ),
});
