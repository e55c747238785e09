import { z } from "zod";
import { answerByLink, pageOfAsk } from "@/lib/doors/channels/ask-link";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ token: z.string() });

/** Serves a question of an agent by the signed link of a mail. Only the form of its page answers it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params }, ({ request, params: { token } }) => pageOfAsk(token, request)),
  POST: route({ public: true, params, raw: true, maxBytes: 20_000 }, ({ request, params: { token } }) =>
    answerByLink(token, request),
  ),
});
