import { z } from "zod";
import { cancelResponse } from "@/lib/doors/responses/answer";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ id: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true, raw: true, params }, ({ request, params: { id } }) =>
    cancelResponse(request, id),
  ),
});
