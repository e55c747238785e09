import { z } from "zod";
import { bundleForRuntime } from "@/lib/code/components/bundles";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) });
const query = z.object({ runtime: z.string().optional() });

/** Browsers cache a bundle for good if the URL has the current `runtime`; otherwise they must revalidate it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ role: "guest", params, query }, async ({ request, params: { hash }, query: { runtime } }) => {
    const bundle = await bundleForRuntime(hash);
    const etag = `"${hash.slice(0, 32)}-${Buffer.from(bundle.runtime).toString("base64url")}"`;
    const headers = {
      etag,
      "cache-control":
        runtime === bundle.runtime ? "private, max-age=31536000, immutable" : "private, no-cache",
    };
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
    return Response.json(bundle, { headers });
  }),
});
