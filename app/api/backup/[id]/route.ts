import { z } from "zod";
import { attachment } from "@/lib/platform/http/attachment";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { takeBackup } from "@/lib/store/backup/download";

const params = z.object({ id: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ role: "owner", params }, async ({ request, params: { id } }) => {
    // A HEAD request must not use up the download.
    if (request.method === "HEAD") return new Response(null, { status: 204 });
    const { bytes, size } = await takeBackup(id);
    const day = new Date().toISOString().slice(0, 10);
    return new Response(bytes, {
      headers: {
        "content-type": "application/gzip",
        "content-length": String(size),
        "content-disposition": attachment(`easel-${day}.easel`),
        "cache-control": "no-store",
      },
    });
  }),
});
