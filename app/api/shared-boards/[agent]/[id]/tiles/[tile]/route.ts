import { sharedTile } from "@/lib/agent/surfaces/shared-board";
import { boardRoute } from "@/lib/platform/http/board-route";
import { etagOf } from "@/lib/platform/http/etag";
import { routes } from "@/lib/platform/http/route";

/** The present content of a tile, as readers of a live share get it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: boardRoute({ right: "read" }, async ({ request, board, tile }) => {
    const text = JSON.stringify(await sharedTile(board, tile));
    const headers = { etag: etagOf(text), "cache-control": "private, no-store" };
    if (request.headers.get("if-none-match") === headers.etag)
      return new Response(null, { status: 304, headers });
    return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
  }),
});
