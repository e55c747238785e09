import { z } from "zod";
import { assertOrigin, confirmPassword } from "@/lib/platform/access/change-password";
import { route, routes } from "@/lib/platform/http/route";
import { PASSWORD_LENGTH } from "@/lib/shared/sessions";
import { prepareBackup } from "@/lib/store/backup/download";

const body = z.strictObject({ current: z.string().max(PASSWORD_LENGTH.max).optional() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { role: "owner", body, maxBytes: 20_000, fromPage: true },
    async ({ request, body: { current } }) => {
      assertOrigin(request);
      await confirmPassword(request, current);
      return prepareBackup();
    },
  ),
});
