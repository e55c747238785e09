import { z } from "zod";
import { receiveWebhook } from "@/lib/agent/background/hooks";
import { assertLength, readBytes } from "@/lib/platform/http/request-body";
import { route, routes } from "@/lib/platform/http/route";

const MAX_BYTES = 65_536;
const params = z.object({ token: z.string().max(200) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true, raw: true, params }, async ({ request, params: { token } }) => {
    assertLength(request, MAX_BYTES);
    const bytes = await readBytes(request, MAX_BYTES);
    const contentType = request.headers.get("content-type") ?? undefined;
    const query = new URL(request.url).search.slice(1) || undefined;
    await receiveWebhook(token, { contentType, query, bytes });
    return Response.json({ accepted: true }, { status: 202 });
  }),
});
