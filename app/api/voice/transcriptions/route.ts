import { readRecording } from "@/lib/models/voice/recording";
import { transcribeAudio } from "@/lib/models/voice/voice";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** The body is a recording, which is not stored. Returns its transcript. */
  POST: route({ agent: true, right: "use", scope: "chat", raw: true }, async ({ request, agentId }) => ({
    text: await transcribeAudio(agentId, await readRecording(request), request.signal),
  })),
});
