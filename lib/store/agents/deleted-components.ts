import type { DeletedComponent } from "@/lib/shared/components/contract";
import { sql } from "@/lib/store/db";
import type { ComponentRow } from "@/lib/store/rows";

type Row = Pick<ComponentRow, "name" | "description" | "version"> & { deletedAt: string };

const MOST = 100;

/** What was deleted last and is not there again, the last first; History has the others. Its versions are kept for ever. */
export async function deletedComponents(agentId: string): Promise<DeletedComponent[]> {
  const rows = await sql()<Row[]>`
    select name, description, version, deleted_at as "deletedAt" from components
    where agent_id = ${agentId} and deleted_at is not null order by deleted_at desc, name limit ${MOST}`;
  return rows.map(({ deletedAt, ...row }) => ({ ...row, deletedAt: new Date(deletedAt).toISOString() }));
}
