import { z } from "zod";
import { undoRestore } from "@/lib/code/history/undo-restore";
import { route, routes } from "@/lib/platform/http/route";
import { label, uuid } from "@/lib/shared/ids";

const body = z.strictObject({
  /** The id that the restore returned. */
  restore: uuid.optional(),
  /** The restored conversation, as the restore returned it. */
  conversation: z.strictObject({ id: uuid, from: label, to: label }).optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body, conversation: ({ body }) => body.conversation?.id }, ({ agentId, body }) =>
    undoRestore(agentId, body),
  ),
});
