import { route, routes } from "@/lib/http/route";
import { surveyCsv } from "@/lib/tables/survey-csv";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ raw: true }, ({ request }) => surveyCsv(request)),
});
