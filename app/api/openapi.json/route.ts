import { servedDocument } from "@/lib/doors/api/served";
import { route, routes } from "@/lib/platform/http/route";
import { isUnchanged } from "@/lib/shared/text/etag";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** The document is the same for every installation, so it needs no session. */
  GET: route({ public: true }, ({ request }) => {
    const { text, etag } = servedDocument();
    const headers = { "content-type": "application/json", "cache-control": "no-cache", etag };
    if (isUnchanged(request.headers.get("if-none-match"), etag))
      return new Response(null, { status: 304, headers });
    return new Response(text, { headers });
  }),
});
