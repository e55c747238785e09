import { glanceAtSchema } from "@/lib/data/sqlite/schema";
import type { SqlTable } from "@/lib/data/sqlite/types";

/** Characters; the names of further tables come with db_schema. */
const MOST = 2_000;
const MAX_COLUMNS = 40;
/** A long query shall not keep the model waiting. */
const PATIENCE_MS = 300;

/**
 * What there is in the agent's database, for its prompt: without counts, so that it changes seldom, and without tables that
 * may hold text of the web, which are read by who asks for them.
 */
export const tablesText = async (agentId: string): Promise<string> =>
  describeTables(await glanceAtSchema(agentId, PATIENCE_MS));

export function describeTables(tables: readonly SqlTable[]): string {
  if (tables.length === 0) return "";
  const lines: string[] = [];
  let room = MOST;
  for (const table of tables) {
    if (table.web) continue;
    const line = describeTable(table);
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const left = tables.length - lines.length;
  if (left > 0) lines.push(`and ${left} more: db_schema lists them`);
  return `Your database has:\n${lines.join("\n")}`;
}

function describeTable({ name, type, columns }: SqlTable): string {
  const shown = columns.slice(0, MAX_COLUMNS).map((column) => `${quoted(column.name)} ${column.type}`.trim());
  if (columns.length > MAX_COLUMNS) shown.push("…");
  return `${type === "view" ? "view " : ""}${quoted(name)}(${shown.join(", ")})`.replace(/\s+/g, " ");
}

const quoted = (name: string) => (/^\w+$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);
