import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { listMessages } from "@/lib/store/channels/whatsapp";
import { phone } from "@/lib/tools/whatsapp/fields";

const query = z.object({
  phone: phone.optional(),
  cursor: z
    .string()
    .max(400)
    .regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z \S/, "Give the next_cursor of the page before")
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** WhatsApp messages, newest first, with the reason why the agent wrote them. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, role: "admin", right: "own", query },
    ({ agentId, query: { phone, cursor, limit } }) => listMessages(agentId, { phone, before: cursor, limit }),
  ),
});
