import { glanceAtSchema } from "@/lib/agent-db/schema";
import type { Table } from "@/lib/agent-db/types";

/** Characters; the names of further tables come with db_schema. */
const MOST = 2_000;
const MOST_COLUMNS = 40;
/** A long query shall not keep the model waiting. */
const PATIENCE_MS = 300;

/** What there is in the agent's database, for its prompt: without counts, so that it changes seldom. */
export const tablesText = async (agentId: string): Promise<string> =>
  describeTables(await glanceAtSchema(agentId, PATIENCE_MS));

export function describeTables(tables: readonly Table[]): string {
  if (tables.length === 0) return "";
  const lines: string[] = [];
  let room = MOST;
  for (const table of tables) {
    const line = describeTable(table);
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const left = tables.length - lines.length;
  if (left > 0) lines.push(`and ${left} more: db_schema lists them`);
  return `Your database has:\n${lines.join("\n")}`;
}

function describeTable({ name, type, columns }: Table): string {
  const shown = columns
    .slice(0, MOST_COLUMNS)
    .map((column) => `${quoted(column.name)} ${column.type}`.trim());
  if (columns.length > MOST_COLUMNS) shown.push("…");
  return `${type === "view" ? "view " : ""}${quoted(name)}(${shown.join(", ")})`.replace(/\s+/g, " ");
}

const quoted = (name: string) => (/^\w+$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);
