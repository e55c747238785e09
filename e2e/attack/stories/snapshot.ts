import { execute } from "@/lib/data/sqlite";
import { quoted } from "@/lib/data/tables/names";
import { sql } from "@/lib/store/db";

/** Tables with rows of an agent, and the columns that also change when values are only read. */
const TABLES: Record<string, string[]> = {
  agents: ["id"],
  agent_tools: [],
  boards: [],
  calendar_addresses: [],
  components: [],
  document_collections: [],
  documents: [],
  files: ["reading", "imported_at", "conversation_id", "message_id", "tool_call_id"],
  jobs: "conversation_id next_run_at waiting calls calls_since was_true failures last_due_at updated_at".split(
    " ",
  ),
  mcp_servers: ["connected_at", "instructions", "tools"],
  mcp_tokens: ["last_used_at"],
  memories: ["last_recalled_at", "recalls", "words"],
  memory_blocks: ["last_used_at", "words"],
  settings: [],
  shares: [],
  state: [],
  whatsapp_permissions: [],
};
const NONE = "No rows";
const EXCERPT = 200;

/** Returns the complete state of the agent by table. Soft-deleted rows count as their absence. */
export async function everything(agentId: string): Promise<Record<string, string>> {
  const stored = Object.entries(TABLES).map(async ([table, ignored]) => {
    const key = table === "agents" ? "id" : "agent_id";
    const rows = await sql().unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) as row from ${table} t where ${key} = $1 order by 1`,
      [agentId],
    );
    const kept = rows.map(({ row }) => row).filter(({ deleted_at }) => !deleted_at);
    for (const row of kept) for (const name of ignored) delete row[name];
    return [table, textOf(kept)];
  });
  const shared = await sql()`select key, value from workspace_settings order by key`;
  const database = await databaseOf(agentId);
  return Object.fromEntries([
    ...(await Promise.all(stored)),
    ["workspace", textOf([...shared])],
    ...database,
  ]);
}

async function databaseOf(agentId: string): Promise<[string, string][]> {
  const read = async (statement: string) => {
    const { rows } = (await execute({ agentId, sql: statement })) as { rows: unknown[][] };
    return rows;
  };
  const schema = await read(
    "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'easel_%' ORDER BY name",
  );
  const tables = schema.filter(([, text]) => /^create (virtual )?table/i.test(String(text)));
  const contents = await Promise.all(
    tables.map(
      async ([name]): Promise<[string, string]> => [
        `table ${name}`,
        textOf(await read(`SELECT * FROM ${quoted(String(name))}`)),
      ],
    ),
  );
  return [["schema", textOf(schema)], ...contents];
}

/** Returns the names of the parts that differ, each with its beginning before and after. */
export function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name])
    .map((name) => `changed ${name}: ${excerpt(before[name] ?? NONE, after[name] ?? NONE)}`);
}

/** Returns both texts from the first difference on. */
function excerpt(before: string, after: string): string {
  const at = [...before].findIndex((sign, n) => sign !== after[n]);
  const from = Math.max(0, (at < 0 ? before.length : at) - EXCERPT / 2);
  return `${before.slice(from, from + EXCERPT)} → ${after.slice(from, from + EXCERPT)}`;
}

const textOf = (rows: unknown[]): string => (rows.length === 0 ? NONE : JSON.stringify(rows));
