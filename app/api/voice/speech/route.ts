import { z } from "zod";
import { speak } from "@/lib/models/voice/voice";
import { route, routes } from "@/lib/platform/http/route";
import { MAX_SPOKEN } from "@/lib/shared/voice/voice";

const body = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1, "Give a text to speak")
    .max(MAX_SPOKEN, `A text has at most ${MAX_SPOKEN.toLocaleString("en")} characters; send it in pieces`),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, right: "use", scope: "chat", body },
    async ({ request, agentId, body: { text } }) => {
      const { bytes, mediaType } = await speak(agentId, text, request.signal);
      const headers = { "content-type": mediaType, "cache-control": "no-store" };
      return new Response(Uint8Array.from(bytes), { headers });
    },
  ),
});
