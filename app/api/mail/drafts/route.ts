import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { listMails } from "@/lib/store/channels/mail";

const query = z.object({
  cursor: z
    .string()
    .max(100)
    .regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z [\da-f-]{36}$/, "Give the next_cursor of the page before")
    .optional(),
});

/** Drafts of the agent and the mails that it has sent, newest first. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, role: "admin", right: "own", query }, ({ agentId, query: { cursor } }) =>
    listMails(agentId, cursor),
  ),
});
