import { execute } from "@/lib/data/sqlite/index";
import { quoted } from "./names";
import { readTable } from "./table";

/** Drops a table or view. `snapshot` is the revision that can restore it. */
export async function dropTableByPerson(agentId: string, given: string): Promise<{ snapshot?: string }> {
  const { name, type } = await readTable(agentId, given);
  const { snapshot } = await execute({ agentId, sql: `DROP ${type} ${quoted(name)}` });
  return snapshot ? { snapshot } : {};
}
