import { z } from "zod";
import { readLoad } from "@/app/metrics/load";
import { requireSession } from "@/lib/platform/access/session";
import { route, routes } from "@/lib/platform/http/route";
import { readHealth } from "./health";

const query = z.object({ details: z.literal("1").optional() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, query }, async ({ request, query: { details } }) => {
    if (details) await requireSession(request);
    const health = await readHealth();
    // Reading the load needs the database and the queue, so it is omitted if one of them does not work.
    const load = details && health.status === "ok" ? { load: await readLoad() } : {};
    return Response.json(
      { ...health, ...load },
      {
        status: health.status === "ok" ? 200 : 503,
        headers: { "cache-control": "no-store" },
      },
    );
  }),
});
