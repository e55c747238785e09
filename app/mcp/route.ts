import { route, routes } from "@/lib/platform/http/route";
import { answerMcp } from "@/lib/doors/mcp/answer";

const answer = route({ public: true, raw: true }, ({ request }) => answerMcp(request));

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: answer,
  POST: answer,
  DELETE: answer,
});
