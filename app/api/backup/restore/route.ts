import { z } from "zod";
import { env } from "@/lib/ground/base/env";
import { assertOrigin, confirmPassword } from "@/lib/platform/access/change-password";
import { hasPassword } from "@/lib/platform/access/password";
import { route, routes } from "@/lib/platform/http/route";
import { RESTORE_WORD } from "@/lib/shared/backup";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import { PASSWORD_LENGTH } from "@/lib/shared/sessions";
import { canRestart, readOutcome, requestRestore } from "@/lib/store/backup/requested";

const body = z.strictObject({
  id: uuid,
  /** The password, or `restore` if none is set. */
  confirm: z.string().max(PASSWORD_LENGTH.max),
});

/** Time for the response to reach the browser before the server stops. */
const RESPONSE_MS = 300;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ role: "owner" }, async () => ({
    canRestore: canRestart(),
    last: await readOutcome(env().EASEL_DATA_DIR),
  })),
  /** Restarts the server, which restores the backup before it serves again. */
  POST: route(
    { role: "owner", body, maxBytes: 20_000, fromPage: true },
    async ({ request, body: { id, confirm } }) => {
      assertOrigin(request);
      if (await hasPassword()) await confirmPassword(request, confirm);
      else if (confirm.trim().toLowerCase() !== RESTORE_WORD) {
        const message = `Type ${RESTORE_WORD}`;
        throw new AppError("invalid", message, { details: [{ path: "current", message }] });
      }
      if (!canRestart())
        throw new AppError("conflict", "This server cannot restart itself. Stop it and run npm run restore.");
      await requestRestore(env().EASEL_DATA_DIR, id);
      setTimeout(() => process.emit("SIGUSR2"), RESPONSE_MS);
      return new Response(null, { status: 202 });
    },
  ),
});
