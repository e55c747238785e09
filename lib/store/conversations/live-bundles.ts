import { asJson, sql } from "@/lib/store/db";
import type { ComponentRow } from "@/lib/store/rows";

/** Where the bundles of live components of these names are found: under the hash of their code. */
export async function liveBundles(agentId: string, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql()<(Pick<ComponentRow, "name"> & { bundle: string })[]>`
    select name, encode(sha256(convert_to(code, 'UTF8')), 'hex') as bundle from components
    where agent_id = ${agentId} and deleted_at is null and name in (select json_array_elements_text(${asJson(names)}::json))`;
  return new Map(rows.map(({ name, bundle }) => [name, bundle]));
}
