import { index, json, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Scope } from "@/lib/shared/mcp/tokens";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";
import { memberId } from "./members";

/** Tokens of other programs. A revoked token is deleted. */
export const mcpTokens = pgTable(
  "mcp_tokens",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    /** The member whose rights limit the token. */
    memberId,
    name: text("name").notNull(),
    /** sha256 of the token, in hex. */
    tokenHash: text("token_hash").notNull(),
    /** Tools that the token allows; null for all. */
    tools: json("tools").$type<string[]>(),
    /** Rights of the token in the HTTP API. */
    scopes: json("scopes").$type<Scope[]>().notNull().default([]),
    /** Null if the token is valid until it is revoked. */
    expiresAt: at("expires_at"),
    createdAt,
    lastUsedAt: at("last_used_at"),
  },
  (t) => [uniqueIndex("mcp_tokens_hash").on(t.tokenHash), index("mcp_tokens_of").on(t.agentId, t.createdAt)],
);
