import { readSchemaWithin } from "@/lib/data/sqlite/schema";
import type { SqlTable } from "@/lib/data/sqlite/types";

/** In characters. `db_schema` returns the other tables. */
const MAX_CHARS = 2_000;
const MAX_COLUMNS = 40;
/** Limit for reading the schema, because a long query must not delay the model. */
const TIMEOUT_MS = 300;

/**
 * Describes the agent's tables for its prompt. Omits counts, so that the text rarely changes, and tables that
 * may contain web text, which are available on request.
 */
export const tablesText = async (agentId: string): Promise<string> =>
  describeTables(await readSchemaWithin(agentId, TIMEOUT_MS));

export function describeTables(tables: readonly SqlTable[]): string {
  if (tables.length === 0) return "";
  const lines: string[] = [];
  let remaining = MAX_CHARS;
  for (const table of tables) {
    if (table.web) continue;
    const line = describeTable(table);
    remaining -= line.length + 1;
    if (remaining < 0) break;
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
