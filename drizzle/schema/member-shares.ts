import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { SHARED_RIGHTS } from "@/lib/shared/members/roles";
import { agentId } from "./agents";
import { createdAt } from "./columns";
import { conversationId } from "./conversations";
import { memberRow } from "./members";

/** Members with whom an agent is shared. */
export const agentShares = pgTable(
  "agent_shares",
  {
    agentId,
    memberId: memberRow(),
    right: text("right", { enum: SHARED_RIGHTS }).notNull(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.agentId, t.memberId] }), index("agent_shares_of").on(t.memberId)],
);

/** Members who may read a conversation of another. */
export const conversationShares = pgTable(
  "conversation_shares",
  {
    conversationId,
    memberId: memberRow(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.memberId] }),
    index("conversation_shares_of").on(t.memberId),
  ],
);
