import { z } from "zod";
import { takeWebhook } from "@/lib/channels/telegram/webhook";
import { route, routes } from "@/lib/http/route";

const HEADER = "x-telegram-bot-api-secret-token";

/** Called by Telegram with each update of a bot that is linked by webhook. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true, body: z.unknown() }, async ({ request, body }) => {
    await takeWebhook(body, request.headers.get(HEADER));
    return { ok: true };
  }),
});
