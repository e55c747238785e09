import type { PartKind } from "@/lib/shared/kinds";

/** Where the rows of a table that belongs to an agent are in its file, or why they are not. */
type Held =
  | {
      as:
        | PartKind
        | "history"
        | "collections"
        | "files"
        | "servers"
        | "settings"
        | "profile"
        | "conversations";
    }
  | { without: string };

const CHAT = {
  without:
    "what conversations have done and ask is of this workspace; what was said stands in their messages",
};
const DERIVED = { without: "it is made anew from what is in the file" };
const RECORD = { without: "it is what happened here, and not what the agent is" };
const WORKSPACE = { without: "a service knows this workspace by it: it cannot be at two places" };

/** Every table with rows of agents; a test fails where one is missing. The database lies outside of Postgres. */
export const TABLES_OF_AGENT: Readonly<Record<string, Held>> = {
  agents: { as: "profile" },
  agent_tools: { as: "tool" },
  asks: CHAT,
  boards: { as: "board" },
  budget_days: RECORD,
  calendar_addresses: WORKSPACE,
  channel_chats: WORKSPACE,
  channel_outbox: WORKSPACE,
  channel_people: WORKSPACE,
  channel_updates: WORKSPACE,
  channels: WORKSPACE,
  component_grants: { without: "what a component may do is said by the person who has it" },
  components: { as: "component" },
  consolidations: RECORD,
  conversations: { as: "conversations" },
  document_collections: { as: "collections" },
  document_keys: DERIVED,
  documents: { as: "collections" },
  documents_before: { without: "collections travel as they are, and begin a history where they come to" },
  embeddings: DERIVED,
  execution_hints: RECORD,
  executions: RECORD,
  files: { as: "files" },
  helpers: { as: "conversations" },
  job_runs: RECORD,
  jobs: { as: "job" },
  mcp_app_sheets: CHAT,
  mcp_servers: { as: "servers" },
  mcp_tokens: { without: "a token lets a program in here" },
  memories: { as: "memory" },
  memory_block_shares: { without: "it is about two agents of this workspace" },
  memory_blocks: { as: "block" },
  messages: { as: "conversations" },
  model_calls: RECORD,
  requests: RECORD,
  reservations: RECORD,
  revisions: { as: "history" },
  runs: CHAT,
  search_queue: DERIVED,
  search_words: DERIVED,
  settings: { as: "settings" },
  shares: CHAT,
  sheets: { as: "conversations" },
  sql_runs: RECORD,
  state: { as: "state" },
  tool_calls: CHAT,
  tool_rates: RECORD,
  whatsapp_messages: WORKSPACE,
  whatsapp_permissions: WORKSPACE,
};
