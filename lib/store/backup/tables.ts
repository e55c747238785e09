/** What of a table is in a backup that has no secrets; one with secrets has every row of every table whole. */
type Kept =
  | "whole"
  /** Its rows are left out, for the reason. */
  | { without: string; enterAgain?: string }
  /** SQL for the columns that are other than they stand there. `enterAgain` gives what a person has to see to, one a row. */
  | { columns: Record<string, string>; enterAgain: string };

/** The API key in a setting is sealed; the address beside it is none. */
const WITHOUT_KEY = `case when value->>'apiKey' is null then value
  else (select coalesce(json_object_agg(k, v), '{}'::json) from json_each(value) as field(k, v) where k <> 'apiKey') end`;

const keysOf = (of: string) =>
  `select 'the API key of ' || key || ${of} as what from TABLE where value->>'apiKey' is not null`;

/** Every table of the schema; a test fails where one is missing. */
export const TABLES: Record<string, Kept> = {
  agent_tools: "whole",
  agents: "whole",
  asks: "whole",
  boards: "whole",
  budget_days: "whole",
  bundles: "whole",
  // The token of an address follows from the key: `restore.ts` writes the hashes of those that hold from then on.
  calendar_addresses: {
    columns: {},
    enterAgain: `select distinct 'the address of the calendar, where other calendars subscribe to it' as what from TABLE`,
  },
  channel_chats: "whole",
  channel_outbox: "whole",
  channel_people: "whole",
  channel_updates: "whole",
  channels: {
    columns: { credentials: "''" },
    enterAgain: "select 'the token of the channel ' || id || ' (' || account_name || ')' as what from TABLE",
  },
  component_grants: "whole",
  components: "whole",
  consolidations: "whole",
  conversations: "whole",
  document_collections: "whole",
  document_keys: "whole",
  documents: "whole",
  documents_before: "whole",
  embeddings: "whole",
  execution_hints: "whole",
  executions: "whole",
  files: "whole",
  helpers: "whole",
  job_runs: "whole",
  jobs: {
    columns: {},
    enterAgain: `select 'the new address of the webhook ' || id || ', where others call it' as what from TABLE
      where token_hash is not null`,
  },
  mcp_app_sheets: "whole",
  mcp_apps: "whole",
  mcp_servers: {
    columns: { headers: "null", env: "null", oauth: "null" },
    enterAgain: `select 'headers, environment or sign-in of the MCP server ' || id as what from TABLE
      where headers is not null or env is not null or oauth is not null`,
  },
  // Only a hash of each token, with which nobody gets in.
  mcp_tokens: "whole",
  memories: "whole",
  memory_block_shares: "whole",
  memory_blocks: "whole",
  messages: "whole",
  model_calls: "whole",
  push_keys: { without: "a private key, made anew when it is needed" },
  push_subscriptions: {
    without: "they belong to push_keys and sessions",
    enterAgain: "select distinct 'notifications, to be switched on again in each browser' as what from TABLE",
  },
  requests: "whole",
  reservations: "whole",
  revisions: "whole",
  run_events: "whole",
  runs: "whole",
  search_queue: "whole",
  search_words: "whole",
  sessions: { without: "they let browsers in, which sign in again" },
  settings: { columns: { value: WITHOUT_KEY }, enterAgain: keysOf("' (agent ' || agent_id || ')'") },
  // Only a hash of each token, with which nobody gets in.
  shares: "whole",
  sheets: "whole",
  sql_runs: "whole",
  state: "whole",
  tool_calls: "whole",
  tool_rates: "whole",
  whatsapp_messages: "whole",
  whatsapp_permissions: "whole",
  workspace_settings: { columns: { value: WITHOUT_KEY }, enterAgain: keysOf("''") },
};

/** What migrations have made beside tables. */
export const FUNCTIONS = ["title_parts", "queue_for_search", "queue_gone_words"];

/** The statement that copies the table out. */
export function copyOut(table: string, columns: readonly string[], withSecrets: boolean): string {
  const kept = TABLES[table];
  const own = !withSecrets && typeof kept === "object" && "columns" in kept ? kept.columns : {};
  const list = columns.map((name) => (own[name] ? `${own[name]} as ${quote(name)}` : quote(name)));
  return `copy (select ${list.join(", ")} from ${inPublic(table)}) to stdout`;
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const inPublic = (table: string): string => `public.${quote(table)}`;
