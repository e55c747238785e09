import { z } from "zod";
import { changesOfCalls } from "@/lib/code/history/changes";
import { route, routes } from "@/lib/platform/http/route";
import { label, uuid } from "@/lib/shared/ids";

const MAX_LISTED = 100;

const listOf = <T extends z.ZodType<string, string>>(one: T) =>
  z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(one).max(MAX_LISTED));

const query = z.object({
  conversation: uuid,
  messages: listOf(label),
  /** Copies of the database that the results of calls name. */
  copies: listOf(uuid).optional(),
});

/** Lists the changes that some messages of a conversation made, with a sentence about each. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", conversation: ({ query }) => query.conversation, readable: true, query },
    async ({ agentId, query: { conversation, messages, copies = [] } }) => ({
      changes: await changesOfCalls(agentId, {
        ...{ conversationId: conversation, messageIds: messages, copyIds: copies },
      }),
    }),
  ),
});
