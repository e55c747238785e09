import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type * as schema from "../../drizzle/schema/index.ts";
import type { PartKind } from "../shared/kinds.ts";

/**
 * Which rows of a table a backup without secrets contains. A backup with secrets contains all rows of all tables.
 */
type InBackup =
  | "whole"
  | { without: string; enterAgain?: string }
  /**
   * SQL expressions for changed columns. `enterAgain` selects what the user must enter again, one line per
   * row.
   */
  | { columns: Record<string, string>; enterAgain: string };

/** Parts of an agent file that contain rows without versions. */
export type FileSection =
  | "collections"
  | "examples"
  | "files"
  | "servers"
  | "settings"
  | "profile"
  | "conversations";

type TableFacts = {
  backup: InBackup;
  /** The part of an agent file that holds the rows, or the reason why none does. */
  file?: PartKind | "history" | FileSection | { without: string };
};

/** Every table of the schema. Tables with an `agentId` must also say where an agent file holds their rows. */
type Complete = {
  [K in keyof typeof schema as (typeof schema)[K] extends PgTable<infer Config>
    ? Config["name"]
    : never]: (typeof schema)[K] extends { agentId: PgColumn } ? Required<TableFacts> : TableFacts;
};

const CHAT = {
  without: "calls and asks belong to this workspace; the messages of conversations are in the file",
};
const DERIVED = { without: "it is rebuilt from the content of the file" };
const RECORD = { without: "it records past activity and is not part of the agent" };
const WORKSPACE = { without: "a service identifies this workspace by it, so two copies would conflict" };

/** SQL for a setting without its encrypted API key. The address of the provider is not secret and remains. */
const WITHOUT_KEY = `case when value->>'apiKey' is null then value
  else (select coalesce(json_object_agg(k, v), '{}'::json) from json_each(value) as field(k, v) where k <> 'apiKey') end`;

const APP = { without: "an app has an address and visitors in this workspace" };

const COMMENT = {
  without: "members and visitors of this workspace wrote it to each other, not for a copy of the agent",
};

const keysOf = (of: string) =>
  `select 'the API key of ' || key || ${of} as what from TABLE where value->>'apiKey' is not null`;

/** The agents' SQL databases are outside Postgres and not listed here. */
export const TABLES: Readonly<Record<string, TableFacts>> = {
  agent_shares: { backup: "whole", file: { without: "it refers to members of this workspace" } },
  agent_tools: { backup: "whole", file: "tool" },
  agents: { backup: "whole", file: "profile" },
  app_days: { backup: "whole", file: APP },
  app_versions: { backup: "whole", file: APP },
  // Backups may contain the tokens of visitors, because only their hashes are stored.
  app_visitors: { backup: "whole", file: APP },
  app_writes: { backup: "whole", file: APP },
  apps: { backup: "whole", file: APP },
  asks: { backup: "whole", file: CHAT },
  board_shares: { backup: "whole", file: { without: "it refers to members of this workspace" } },
  boards: { backup: "whole", file: "board" },
  watched_folders: { backup: "whole", file: { without: "it is a folder of this machine" } },
  projects: { backup: "whole", file: "project" },
  budget_days: { backup: "whole", file: RECORD },
  bundles: { backup: "whole" },
  // The token of a calendar address is derived from the encryption key. After a restore, `backup/restore.ts`
  // stores the hashes for the new key.
  calendar_addresses: {
    backup: {
      columns: {},
      enterAgain: `select distinct 'the address of the calendar, where other calendars subscribe to it' as what from TABLE`,
    },
    file: WORKSPACE,
  },
  // The address of a subscribed calendar is often its only secret.
  calendar_accounts: {
    backup: {
      columns: { password: "''", url: "case when kind = 'feed' then '' else url end" },
      enterAgain:
        "select case when kind = 'feed' then 'the address of the calendar ' else 'the password of the calendars ' end || name as what from TABLE",
    },
    file: WORKSPACE,
  },
  calendar_sources: { backup: "whole", file: WORKSPACE },
  calendar_items: { backup: "whole", file: WORKSPACE },
  channel_chats: { backup: "whole", file: WORKSPACE },
  channel_outbox: { backup: "whole", file: WORKSPACE },
  channel_people: { backup: "whole", file: WORKSPACE },
  channel_updates: { backup: "whole", file: WORKSPACE },
  channels: {
    backup: {
      columns: { credentials: "''" },
      enterAgain:
        "select 'the token of the channel ' || id || ' (' || account_name || ')' as what from TABLE",
    },
    file: WORKSPACE,
  },
  component_grants: {
    backup: "whole",
    file: { without: "the user who has the component grants its permissions" },
  },
  comment_reads: { backup: "whole", file: COMMENT },
  comments: { backup: "whole", file: COMMENT },
  components: { backup: "whole", file: "component" },
  consolidations: { backup: "whole", file: RECORD },
  conversation_shares: { backup: "whole" },
  conversations: { backup: "whole", file: "conversations" },
  document_collections: { backup: "whole", file: "collections" },
  document_keys: { backup: "whole", file: DERIVED },
  documents: { backup: "whole", file: "collections" },
  documents_before: {
    backup: "whole",
    file: { without: "collections are exported as they are and start a new history on import" },
  },
  embeddings: { backup: "whole", file: DERIVED },
  examples: { backup: "whole", file: "examples" },
  execution_hints: { backup: "whole", file: RECORD },
  executions: { backup: "whole", file: RECORD },
  file_passages: { backup: "whole", file: DERIVED },
  file_vectors: { backup: "whole", file: DERIVED },
  files: { backup: "whole", file: "files" },
  gallery_uses: { backup: "whole", file: { without: "it refers to members of this workspace" } },
  helpers: { backup: "whole", file: "conversations" },
  // An identity gives access only with the provider's secret, which a backup without secrets lacks.
  identities: { backup: "whole" },
  imported_items: { backup: "whole", file: RECORD },
  imported_memories: { backup: "whole", file: RECORD },
  imports: { backup: "whole", file: RECORD },
  invitations: { backup: { without: "they give access; invite again" } },
  job_runs: { backup: "whole", file: RECORD },
  jobs: {
    backup: {
      columns: {},
      enterAgain: `select 'the new address of the webhook ' || id || ', where others call it' as what from TABLE
        where token_hash is not null`,
    },
    file: "job",
  },
  mail_drafts: { backup: "whole", file: WORKSPACE },
  mail_rules: { backup: "whole", file: WORKSPACE },
  mcp_app_sheets: { backup: "whole", file: CHAT },
  mcp_apps: { backup: "whole" },
  mcp_servers: {
    backup: {
      columns: { headers: "null", env: "null", oauth: "null" },
      enterAgain: `select 'headers, environment or sign-in of the MCP server ' || id as what from TABLE
        where headers is not null or env is not null or oauth is not null`,
    },
    file: "servers",
  },
  // Backups may contain the tokens, because only their hashes are stored, which grant no access.
  mcp_tokens: { backup: "whole", file: { without: "a token gives a program access to this workspace" } },
  memories: { backup: "whole", file: "memory" },
  memory_block_shares: { backup: "whole", file: { without: "it refers to two agents of this workspace" } },
  memory_blocks: { backup: "whole", file: "block" },
  messages: { backup: "whole", file: "conversations" },
  model_calls: { backup: "whole", file: RECORD },
  oidc_providers: {
    backup: {
      columns: { client_secret: "''" },
      enterAgain:
        "select 'the client secret of the sign-in with ' || title as what from TABLE where client_secret <> ''",
    },
  },
  passkeys: { backup: { without: "they give access and belong to the address of an installation" } },
  // The password protects an installation, not its data: a restore keeps the present one (`backup/restore.ts`).
  passwords: { backup: { without: "it gives access; users set one again if there is none" } },
  members: {
    backup: {
      columns: { password_hash: "null", totp: "null", totp_used: "null", recovery_codes: "'{}'" },
      enterAgain:
        "select 'the password of ' || coalesce(nullif(name, ''), email, 'a member') as what from TABLE where password_hash is not null",
    },
  },
  proofs: { backup: "whole", file: RECORD },
  push_keys: { backup: { without: "a private key, which is created again when needed" } },
  push_subscriptions: {
    backup: {
      without: "they belong to push_keys and sessions",
      enterAgain:
        "select distinct 'notifications, to be switched on again in each browser' as what from TABLE",
    },
  },
  rehearsals: { backup: "whole", file: { without: "a rehearsal belongs to the agent in this workspace" } },
  requests: { backup: "whole", file: RECORD },
  reservations: { backup: "whole", file: RECORD },
  responses: { backup: "whole", file: WORKSPACE },
  revisions: { backup: "whole", file: "history" },
  run_events: { backup: "whole" },
  runs: { backup: "whole", file: CHAT },
  search_queue: { backup: "whole", file: DERIVED },
  search_words: { backup: "whole", file: DERIVED },
  sessions: { backup: { without: "they give browsers access; users sign in again" } },
  settings: {
    backup: { columns: { value: WITHOUT_KEY }, enterAgain: keysOf("' (agent ' || agent_id || ')'") },
    file: "settings",
  },
  shares: { backup: "whole", file: CHAT },
  sheets: { backup: "whole", file: "conversations" },
  sign_ins: { backup: { without: "they are used within minutes" } },
  skills: { backup: "whole", file: "skill" },
  sql_runs: { backup: "whole", file: RECORD },
  state: { backup: "whole", file: "state" },
  told_sites: { backup: "whole" },
  tool_calls: { backup: "whole", file: CHAT },
  tool_rates: { backup: "whole", file: RECORD },
  trigger_mails: { backup: "whole", file: WORKSPACE },
  trusts: { backup: "whole", file: { without: "whoever imports the file decides what to trust" } },
  whatsapp_messages: { backup: "whole", file: WORKSPACE },
  whatsapp_permissions: { backup: "whole", file: WORKSPACE },
  workspace_settings: { backup: { columns: { value: WITHOUT_KEY }, enterAgain: keysOf("''") } },
} satisfies Complete;
