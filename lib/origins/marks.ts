import type { Holder, Mark } from "@/lib/shared/origins";
import { schema, trustTable } from "@/lib/sqlite/index";
import { listKept, trustKept } from "@/lib/store/origins";

/** All that is stored now and may hold text of the web, with its origins and since when. */
export async function listMarks(agentId: string): Promise<Mark[]> {
  const [kept, tables] = await Promise.all([listKept(agentId), schema(agentId)]);
  const marked = tables.flatMap(({ name, web }) => (web ? [{ kind: "table" as const, name, ...web }] : []));
  return [...kept, ...marked];
}

/** Takes a mark away: the person has looked at what is there. Whether there was one. */
export const trust = (agentId: string, kind: Holder, name: string): Promise<boolean> =>
  kind === "table" ? trustTable(agentId, name) : trustKept(agentId, kind, name);
