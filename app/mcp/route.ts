import { answerMcp } from "@/lib/doors/mcp/answer";
import { route, routes } from "@/lib/platform/http/route";

const answer = route({ public: true, raw: true }, ({ request }) => answerMcp(request));

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: answer,
  POST: answer,
  DELETE: answer,
});
