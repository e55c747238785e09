import { assertFromPage } from "@/lib/platform/access/change-password";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { previewBackup } from "@/lib/store/backup/download";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** The body is a backup. It is read once and not stored. */
  POST: route({ raw: true }, ({ request }) => {
    assertFromPage(request);
    if (!request.body) throw new AppError("bad_request", "The body is empty. Send a backup.");
    return previewBackup("The file", request.body);
  }),
});
