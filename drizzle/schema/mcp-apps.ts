import { index, json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { createdAt } from "./columns";
import { conversationId } from "./conversations";

/**
 * Apps of MCP servers, by content hash. A surface keeps showing the app that its call returned, even after the
 * server changes it.
 */
export const mcpApps = pgTable("mcp_apps", {
  /** sha256 of the document and its policy, in hex. */
  hash: text("hash").primaryKey(),
  html: text("html").notNull(),
  /** Origins that the app may reach, subject to the egress guard. */
  policy: json("policy").notNull(),
  createdAt,
});

/** Input of an app: the arguments of its call, and the result as the server sent it. */
export const mcpAppSurfaces = pgTable(
  "mcp_app_sheets",
  {
    conversationId,
    messageId: text("message_id").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    agentId,
    server: text("server").notNull(),
    /** Name of the tool on the server, not its name for models. */
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
