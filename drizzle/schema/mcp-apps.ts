import { index, json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { createdAt } from "./columns";
import { conversationId } from "./conversations";

/** Apps of MCP servers, by what they are made of: a sheet shows the one that its call has brought, whatever comes later. */
export const mcpApps = pgTable("mcp_apps", {
  /** sha256 of the document and its policy, in hex. */
  hash: text("hash").primaryKey(),
  html: text("html").notNull(),
  /** The origins that it may reach, as far as the guard lets them through. */
  policy: json("policy").notNull(),
  createdAt,
});

/** What a call has given its app: the arguments, and the result as the server sent it. */
export const mcpAppSheets = pgTable(
  "mcp_app_sheets",
  {
    conversationId,
    messageId: text("message_id").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    agentId,
    server: text("server").notNull(),
    /** As the server calls it. */
    tool: text("tool").notNull(),
    app: text("app").notNull(),
    input: json("input").notNull(),
    result: json("result").notNull(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.messageId, t.toolCallId] }),
    index("mcp_app_sheets_app").on(t.app),
  ],
);
