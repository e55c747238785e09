import { z } from "zod";
import { isVerified, takeWhatsAppWebhook } from "@/lib/doors/channels/whatsapp/webhook";
import { assertLength, readBytes } from "@/lib/platform/http/request-body";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";

/** Meta sends at most 3 MB. */
const MAX_BYTES = 3_500_000;
const query = z.object({
  "hub.mode": z.string().optional(),
  "hub.verify_token": z.string().max(2_000).optional(),
  "hub.challenge": z.string().max(1_000).optional(),
});

/** Meta verifies the endpoint with GET and sends notifications with POST. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, query }, async ({ query: params }) => {
    const { "hub.mode": mode, "hub.verify_token": token, "hub.challenge": challenge } = params;
    if (mode !== "subscribe" || !token || challenge === undefined || !(await isVerified(token)))
      throw new AppError("forbidden", "Wrong verify token. Use the one from Settings → Channels.");
    return new Response(challenge, {
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    });
  }),
  POST: route({ public: true, raw: true }, async ({ request }) => {
    assertLength(request, MAX_BYTES);
    const bytes = await readBytes(request, MAX_BYTES);
    await takeWhatsAppWebhook(bytes, request.headers.get("x-hub-signature-256"));
    return { ok: true };
  }),
});
