import { answerUnknown } from "@/lib/doors/responses/answer";
import { route, routes } from "@/lib/platform/http/route";

const unknown = route({ public: true, raw: true }, ({ request }) => answerUnknown(request));

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  ...{ GET: unknown, POST: unknown, PUT: unknown, PATCH: unknown, DELETE: unknown },
});
