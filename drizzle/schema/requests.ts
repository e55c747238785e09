import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { createdAt, newestFirst } from "./columns";
import { conversations } from "./conversations";

/** Network requests made for an agent, including refused ones. Each redirect has its own row. */
export const requests = pgTable(
  "requests",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "set null" }),
    messageId: text("message_id"),
    toolCallId: text("tool_call_id"),
    /** Null if no tool call made the request, for example when the user clicked on an image. */
    tool: text("tool"),
    /**
     * `fetch`: by the server; `page`: by a page in the browser; `connection`: opened by the browser through
     * the proxy.
     */
    via: text("via", { enum: ["fetch", "page", "connection"] }).notNull(),
    method: text("method").notNull(),
    /** Without user name, password and fragment. For a connection: `host:port`. */
    url: text("url").notNull(),
    /** Host of the URL, with the port unless it is the default one; empty if the URL has no host. */
    host: text("host").notNull(),
    /** IP address that was dialled. For a refused request: the address to which the host name resolved. */
    address: text("address"),
    status: integer("status"),
    /** Bytes sent and received. */
    sent: bigint("sent", { mode: "number" }),
    received: bigint("received", { mode: "number" }),
    ms: integer("ms"),
    verdict: text("verdict", { enum: ["allowed", "refused", "failed"] }).notNull(),
    reason: text("reason"),
    createdAt,
  },
  (t) => [
    index("requests_recent").on(t.agentId, newestFirst(t.id)),
    index("requests_call").on(t.conversationId, t.messageId, t.toolCallId),
    index("requests_refused").on(t.agentId, newestFirst(t.id)).where(sql`verdict <> 'allowed'`),
  ],
);
