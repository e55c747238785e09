import { boolean, integer, json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";

/** MCP servers whose tools the agent may use. */
export const mcpServers = pgTable(
  "mcp_servers",
  {
    agentId,
    /** By which its tools are named: `<id>_<tool>`. */
    id: text("id").notNull(),
    title: text("title").notNull(),
    /** `http`, `sse` or `stdio`. */
    transport: text("transport").notNull(),
    /** Of the first two. */
    url: text("url"),
    /** Of `stdio`: what is started. */
    command: text("command"),
    args: json("args").notNull().default([]),
    /** `{ name: value }`, sealed as a whole; so is what it finds in its environment. */
    headers: text("headers"),
    env: text("env"),
    /** What signing in has brought, and a client that was registered beforehand; sealed. */
    oauth: text("oauth"),
    enabled: boolean("enabled").notNull().default(true),
    /** False if an agent file brought it: then the words of its first listing wait for the user, too. */
    addedByHand: boolean("added_by_hand").notNull().default(true),
    /** The command that the person has confirmed, as JSON with its arguments. */
    confirmed: text("confirmed"),
    /** Counts changes of all that a connection is made of. */
    revision: integer("revision").notNull().default(1),
    /** What it has offered, with the version of each tool. */
    tools: json("tools").notNull().default([]),
    /** What it says of itself, for models. */
    instructions: text("instructions"),
    connectedAt: at("connected_at"),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.agentId, t.id] })],
);
