import { execute } from "@/lib/data/sqlite/index";
import { quoted } from "./names";
import { readTable } from "./table";

/** Drops a table or view. `snapshot` in the result is the revision from which the user can restore it. */
export async function dropTableByUser(agentId: string, table: string): Promise<{ snapshot?: string }> {
  const { name, type } = await readTable(agentId, table);
  const { snapshot } = await execute({ agentId, sql: `DROP ${type} ${quoted(name)}` });
  return snapshot ? { snapshot } : {};
}
