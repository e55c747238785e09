import type { Holder, Mark } from "@/lib/shared/origins";
import { schema, trustTable } from "@/lib/sqlite/index";
import { listCollections, trustCollection } from "@/lib/store/documents";
import { listKept, trustKept } from "@/lib/store/origins";

/** All that is stored now and may hold text of the web, with its origins and since when. */
export async function listMarks(agentId: string): Promise<Mark[]> {
  const [kept, tables, collections] = await Promise.all([
    listKept(agentId),
    schema(agentId),
    listCollections(agentId),
  ]);
  const marked = tables.flatMap(({ name, web }) => (web ? [{ kind: "table" as const, name, ...web }] : []));
  const documents = collections.flatMap(({ name, origins, markedAt }) =>
    origins.length > 0
      ? [{ kind: "collection" as const, name, origins, since: new Date(markedAt ?? 0).toISOString() }]
      : [],
  );
  return [...kept, ...marked, ...documents];
}

/** Takes a mark away: the person has looked at what is there. Whether there was one. */
export function trust(agentId: string, kind: Holder, name: string): Promise<boolean> {
  if (kind === "table") return trustTable(agentId, name);
  if (kind === "collection") return trustCollection({ agentId, collection: name });
  return trustKept(agentId, kind, name);
}
