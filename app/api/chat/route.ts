import { run } from "@/lib/agent/run";
import { route, routes } from "@/lib/http/route";
import { chatBody } from "@/lib/shared/chat-body";

const MAX_BYTES = 20_000_000;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, body: chatBody, maxBytes: MAX_BYTES },
    ({ agentId, body: { id, message, answer } }) => {
      const where = { agentId, conversationId: id };
      if (answer) return run({ ...where, input: { answer } });
      if (message) return run({ ...where, input: { message } });
    },
  ),
});
