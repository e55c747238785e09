import { schema, trustTable } from "@/lib/data/sqlite/index";
import { uuid } from "@/lib/shared/ids";
import type { Holder, Mark } from "@/lib/shared/origins";
import { listCollections, trustCollection } from "@/lib/store/data/documents";
import { readMany } from "@/lib/store/data/files";
import { listTaintedItems, trustItem } from "@/lib/store/origins";

/** Lists everything stored that may contain web content, with its origins and the time of the first. */
export async function listMarks(agentId: string): Promise<Mark[]> {
  const [stored, tables, collections] = await Promise.all([
    listTaintedItems(agentId),
    schema(agentId),
    listCollections(agentId),
  ]);
  const marked = tables.flatMap(({ name, web }) => (web ? [{ kind: "table" as const, name, ...web }] : []));
  const documents = collections.flatMap(({ name, origins, markedAt }) =>
    origins.length > 0
      ? [{ kind: "collection" as const, name, origins, since: new Date(markedAt ?? 0).toISOString() }]
      : [],
  );
  return [...stored, ...marked, ...documents];
}

export async function trustOrigin(agentId: string, kind: Holder, name: string): Promise<boolean> {
  if (kind === "file") await trustTableOf(agentId, name);
  if (kind === "table") return trustTable(agentId, name);
  if (kind === "collection") return trustCollection({ agentId, collection: name });
  return trustItem(agentId, kind, name);
}

/**
 * When the user trusts a file, also trusts the file's origins in the table that was created from it. Origins
 * that were added to the table later stay untrusted.
 */
async function trustTableOf(agentId: string, fileId: string): Promise<void> {
  if (!uuid.safeParse(fileId).success) return;
  const [file] = await readMany(agentId, [fileId]);
  if (file?.reading?.kind === "table") await trustTable(agentId, file.reading.table, file.origins);
}
