import { answerModels } from "@/lib/doors/responses/answer";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, raw: true }, ({ request }) => answerModels(request)),
});
