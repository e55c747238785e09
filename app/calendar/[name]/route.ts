import { z } from "zod";
import { subscribedCalendar } from "@/lib/data/documents/calendar-address";
import { route, routes } from "@/lib/platform/http/route";
import { streamOf } from "@/lib/platform/http/stream";
import { isUnchanged } from "@/lib/shared/text/etag";

const params = z.object({ name: z.string() });

/** The schedule for subscribing calendars. Anyone who has the address may read it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params }, async ({ request, params: { name } }) => {
    const { etag, pieces } = await subscribedCalendar(name);
    const headers = {
      etag,
      "cache-control": "private, no-cache",
      "x-robots-tag": "noindex",
    };
    if (isUnchanged(request.headers.get("if-none-match"), etag))
      return new Response(null, { status: 304, headers });
    return new Response(streamOf(pieces()), {
      headers: {
        ...headers,
        "content-type": "text/calendar; charset=utf-8",
        "content-disposition": 'inline; filename="easel.ics"',
        "x-content-type-options": "nosniff",
      },
    });
  }),
});
