import { z } from "zod";
import { exportCsv } from "@/lib/data/tables/export-csv";
import { receiveCsv } from "@/lib/data/tables/receive-csv";
import { attachment } from "@/lib/platform/http/attachment";
import { route, routes } from "@/lib/platform/http/route";
import { streamOf } from "@/lib/platform/http/stream";
import { csvChoice, csvOptions } from "@/lib/shared/data/bodies";

const params = z.object({ name: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params, query: csvChoice }, async ({ agentId, params: { name }, query }) => {
    const headers = {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": attachment(`${name}.csv`),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    };
    return new Response(streamOf(await exportCsv(agentId, name, query)), { headers });
  }),
  POST: route(
    { agent: true, params, query: csvOptions, raw: true },
    async ({ agentId, params, query: { decimal, dates, ...query }, request }) => {
      const options = { name: params.name, ...query, style: { decimal, dates } };
      return Response.json(await receiveCsv(agentId, request, options), { status: 201 });
    },
  ),
});
