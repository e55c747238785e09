import { z } from "zod";
import { answerModel } from "@/lib/doors/responses/answer";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ id: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, raw: true, params }, ({ request, params: { id } }) => answerModel(request, id)),
});
