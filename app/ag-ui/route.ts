import { answerRun } from "@/lib/doors/ag-ui/answer";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true, raw: true }, ({ request }) => answerRun(request, null)),
});
