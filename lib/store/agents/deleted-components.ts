import { and, asc, desc, eq, isNotNull } from "drizzle-orm";
import { components } from "@/drizzle/schema";
import type { DeletedComponent } from "@/lib/shared/components/contract";
import { db } from "@/lib/store/db";

const MOST = 100;

/** What was deleted last and is not there again, the last first; History has the others. Its versions are kept for ever. */
export async function deletedComponents(agentId: string): Promise<DeletedComponent[]> {
  const { name, description, version, deletedAt } = components;
  const rows = await db()
    .select({ name, description, version, deletedAt })
    .from(components)
    .where(and(eq(components.agentId, agentId), isNotNull(deletedAt)))
    .orderBy(desc(deletedAt), asc(name))
    .limit(MOST);
  return rows.flatMap(({ deletedAt: time, ...row }) =>
    time === null ? [] : [{ ...row, deletedAt: new Date(time).toISOString() }],
  );
}
