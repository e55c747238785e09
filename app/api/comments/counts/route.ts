import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { countComments } from "@/lib/store/comments/comments";

const query = z.object({ conversation: uuid.optional(), board: uuid.optional() });

/** Counts for each surface of a conversation or tile of a board; without either, for each app of the agent. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    {
      agent: true,
      right: "use",
      query,
      readable: true,
      conversation: ({ query }) => query.conversation,
    },
    async ({ agentId, query: { conversation, board }, member }) => {
      const place = conversation ? { conversation } : board ? { board } : ({ apps: true } as const);
      return { counts: await countComments(agentId, place, member.id) };
    },
  ),
});
