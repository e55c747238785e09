import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { createdAt, newestFirst } from "./columns";
import { conversations } from "./conversations";

/** What has gone to the network, or was kept from it, for an agent: one row a request, redirects counted each. */
export const requests = pgTable(
  "requests",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "set null" }),
    messageId: text("message_id"),
    toolCallId: text("tool_call_id"),
    /** The tool; null where no call asked for it, such as a picture that the person has clicked on. */
    tool: text("tool"),
    /** `fetch`: the server itself; `page`: a page in the browser; `connection`: what the browser opened through the proxy. */
    via: text("via", { enum: ["fetch", "page", "connection"] }).notNull(),
    method: text("method").notNull(),
    /** Without user name, password and fragment; of a connection `host:port`. */
    url: text("url").notNull(),
    /** Of the address, with a port that is not the usual one; empty where it has none. */
    host: text("host").notNull(),
    /** What was dialled, or what the name led to when it was refused. */
    address: text("address"),
    /** Of the answer. */
    status: integer("status"),
    /** Bytes. */
    sent: bigint("sent", { mode: "number" }),
    received: bigint("received", { mode: "number" }),
    ms: integer("ms"),
    verdict: text("verdict", { enum: ["allowed", "refused", "failed"] }).notNull(),
    /** Of what was refused or failed, in words. */
    reason: text("reason"),
    createdAt,
  },
  (t) => [
    index("requests_recent").on(t.agentId, newestFirst(t.id)),
    index("requests_call").on(t.conversationId, t.messageId, t.toolCallId),
    index("requests_refused").on(t.agentId, newestFirst(t.id)).where(sql`verdict <> 'allowed'`),
  ],
);
