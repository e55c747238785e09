import { route, routes } from "@/lib/platform/http/route";
import { surveyCsv } from "@/lib/data/tables/survey-csv";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ raw: true }, ({ request }) => surveyCsv(request)),
});
