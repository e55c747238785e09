import { z } from "zod";
import { answerRun } from "@/lib/doors/ag-ui/answer";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ agent: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true, raw: true, params }, ({ request, params: { agent } }) =>
    answerRun(request, agent),
  ),
});
