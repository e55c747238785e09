import { index, integer, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ResponseRequest } from "@/lib/shared/programs/client";
import { agentId } from "./agents";
import { createdAt } from "./columns";
import { conversationId } from "./conversations";
import { mcpTokens } from "./mcp-tokens";

/**
 * Responses of `/v1`. A response is a part of an assistant's message: from `first_part` to the end, or to the next response of
 * the message. The content is in the message only.
 */
export const responses = pgTable(
  "responses",
  {
    id: uuid("id").primaryKey(),
    agentId,
    conversationId,
    messageId: text("message_id").notNull(),
    /** Number of parts that the message had before this response. */
    firstPart: integer("first_part").notNull(),
    /** Only programs with this token can read and continue the response. */
    tokenId: uuid("token_id")
      .notNull()
      .references(() => mcpTokens.id, { onDelete: "cascade" }),
    request: json("request").$type<ResponseRequest>().notNull(),
    /** sha256 of all messages of the request, by which a program that sends its whole history is recognised. */
    inputHash: text("input_hash").notNull(),
    createdAt,
  },
  (t) => [
    index("responses_input").on(t.tokenId, t.inputHash),
    index("responses_of").on(t.conversationId, t.messageId),
    index("responses_old").on(t.createdAt),
  ],
);
