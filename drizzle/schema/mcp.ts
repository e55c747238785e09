import { boolean, integer, json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";

export const mcpServers = pgTable(
  "mcp_servers",
  {
    agentId,
    /** Prefix of the tool names: `<id>_<tool>`. */
    id: text("id").notNull(),
    title: text("title").notNull(),
    /** `http`, `sse` or `stdio`. */
    transport: text("transport").notNull(),
    /** For `http` and `sse`: the URL of the server. */
    url: text("url"),
    /** For `stdio`: the command to start. */
    command: text("command"),
    args: json("args").notNull().default([]),
    /** JSON objects of names and values, each encrypted as a whole. */
    headers: text("headers"),
    env: text("env"),
    /** OAuth tokens, and a client that was registered in advance; encrypted. */
    oauth: text("oauth"),
    enabled: boolean("enabled").notNull().default(true),
    /**
     * False if an agent file imported it. Then the descriptions of its first listing need the user's
     * approval, too.
     */
    addedByHand: boolean("added_by_hand").notNull().default(true),
    /** The command that the user has confirmed, as JSON with its arguments. */
    confirmed: text("confirmed"),
    /** Incremented when anything that the connection depends on changes. */
    revision: integer("revision").notNull().default(1),
    tools: json("tools").notNull().default([]),
    instructions: text("instructions"),
    connectedAt: at("connected_at"),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.agentId, t.id] })],
);
