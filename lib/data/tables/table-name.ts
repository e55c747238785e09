import { execute } from "@/lib/data/sqlite/index";
import { unused } from "./csv/header";
import { tableName } from "./names";

const TAKEN =
  "SELECT lower(name) FROM sqlite_schema WHERE lower(name) = ?1 OR instr(lower(name), ?1 || '_') = 1";

export async function freeTable(agentId: string, source: string): Promise<string> {
  const name = tableName(source);
  const result = await execute({ agentId, sql: TAKEN, params: [name], mode: "read", maxRows: 10_000 });
  const taken = result.kind === "read" ? result.rows.map(([each]) => String(each)) : [];
  return unused(name, new Set(taken));
}
