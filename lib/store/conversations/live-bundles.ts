import { and, eq, isNull, sql as raw } from "drizzle-orm";
import { components } from "@/drizzle/schema";
import { asJson, db } from "@/lib/store/db";

/** SQL for the name of the component's bundle: the hash of its code. */
export const bundle = raw<string>`encode(sha256(convert_to(${components.code}, 'UTF8')), 'hex')`;

export const isLiveNamed = (agentId: string, names: readonly string[]) =>
  and(
    ...[eq(components.agentId, agentId), isNull(components.deletedAt)],
    raw`${components.name} in (select json_array_elements_text(${asJson(names)}::json))`,
  );

export async function liveBundles(agentId: string, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await db()
    .select({ name: components.name, bundle })
    .from(components)
    .where(isLiveNamed(agentId, names));
  return new Map(rows.map((row) => [row.name, row.bundle]));
}
