import { z } from "zod";
import { FORMATS } from "@/lib/data/documents/export";
import { collection, documentsExport } from "@/lib/data/documents/user";
import { attachment } from "@/lib/platform/http/attachment";
import { route, routes } from "@/lib/platform/http/route";
import { streamOf } from "@/lib/platform/http/stream";

const query = z.object({ collection, format: z.enum(FORMATS).default("json") });
const VCARD = ["vcf", "text/vcard; charset=utf-8"];
const FILES = {
  json: ["json", "application/json"],
  csv: ["csv", "text/csv; charset=utf-8; header=present"],
  vcard3: VCARD,
  vcard4: VCARD,
  icalendar: ["ics", "text/calendar; charset=utf-8"],
};

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, ({ agentId, query: { collection, format } }) => {
    const [ending, type = ""] = FILES[format];
    const headers = {
      "content-type": type,
      "content-disposition": attachment(`${collection}.${ending}`),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    };
    return new Response(streamOf(documentsExport(agentId, collection, format)), { headers });
  }),
});
