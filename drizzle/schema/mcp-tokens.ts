import { index, json, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";

/** What other programs come with to `/mcp`; gone when it is revoked. */
export const mcpTokens = pgTable(
  "mcp_tokens",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    /** Of the program, as the person calls it. */
    name: text("name").notNull(),
    /** sha256 of the token, in hex. */
    tokenHash: text("token_hash").notNull(),
    /** The tools that it may use; null for all. */
    tools: json("tools").$type<string[]>(),
    createdAt,
    lastUsedAt: at("last_used_at"),
  },
  (t) => [uniqueIndex("mcp_tokens_hash").on(t.tokenHash), index("mcp_tokens_of").on(t.agentId, t.createdAt)],
);
