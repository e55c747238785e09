import { takeWebhook } from "@/lib/doors/channels/telegram/webhook";
import { readJson } from "@/lib/platform/http/request-body";
import { route, routes } from "@/lib/platform/http/route";

const MAX_BYTES = 1_000_000;
const HEADER = "x-telegram-bot-api-secret-token";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true, raw: true }, async ({ request }) => {
    await takeWebhook(() => readJson(request, MAX_BYTES), request.headers.get(HEADER));
    return { ok: true };
  }),
});
