import { surveyCsv } from "@/lib/data/tables/survey-csv";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ role: "guest", scope: "write", raw: true }, ({ request }) => surveyCsv(request)),
});
