import { surveyCsv } from "@/lib/tables/survey-csv";
import { route, routes } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ raw: true }, ({ request }) => surveyCsv(request)),
});
