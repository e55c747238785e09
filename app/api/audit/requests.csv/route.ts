import { requestsCsvQuery } from "@/lib/agent/activity/queries";
import { requestsCsv } from "@/lib/agent/activity/requests-csv";
import { attachment } from "@/lib/platform/http/attachment";
import { route, routes } from "@/lib/platform/http/route";
import { streamOf } from "@/lib/platform/http/stream";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own", query: requestsCsvQuery }, ({ agentId, query }) => {
    const headers = {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": attachment("requests.csv"),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    };
    return new Response(streamOf(requestsCsv(agentId, query)), { headers });
  }),
});
