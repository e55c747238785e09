import { assertOrigin } from "@/lib/platform/access/change-password";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { previewBackup } from "@/lib/store/backup/download";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** The body is a backup. It is checked, and kept for an hour. */
  POST: route({ role: "owner", raw: true, fromPage: true }, ({ request }) => {
    assertOrigin(request);
    if (!request.body) throw new AppError("bad_request", "The body is empty. Send a backup.");
    return previewBackup(request.body);
  }),
});
