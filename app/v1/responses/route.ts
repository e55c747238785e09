import { answerResponses } from "@/lib/doors/responses/answer";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true, raw: true }, ({ request }) => answerResponses(request)),
});
