import { distrustTable, schema, trustTable } from "@/lib/data/sqlite/index";
import { uuid } from "@/lib/shared/ids";
import { type Holder, joined, type Mark } from "@/lib/shared/origins";
import { listCollections, setCollectionOrigins } from "@/lib/store/data/documents";
import { readMany } from "@/lib/store/data/files";
import {
  distrustItem,
  forgetTrust,
  keepTrust,
  listTaintedItems,
  listTrusts,
  trustItem,
} from "@/lib/store/origins";

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

/** Removes the marks of a value because the user trusts it. Returns false if it had none. */
export async function trustOrigin(agentId: string, kind: Holder, name: string): Promise<boolean> {
  const table = kind === "file" ? await tableOfFile(agentId, name) : null;
  if (table) await trustTable(agentId, table.name, table.origins);
  const origins = await removeMarks(agentId, kind, name);
  if (origins.length > 0) await keepTrust({ agentId, kind, name }, origins);
  return origins.length > 0;
}

/** Marks a value again because the user no longer trusts it. Returns false if the user has not trusted it. */
export async function distrustOrigin(agentId: string, kind: Holder, name: string): Promise<boolean> {
  const isWanted = (one: Mark) => one.kind === kind && one.name === name;
  const { origins } = (await listTrusts(agentId)).find(isWanted) ?? {};
  if (!origins) return false;
  const isMarked = await addMarks(agentId, kind, name, origins);
  // Forget the trust last, so that a failure before can be repeated.
  await forgetTrust({ agentId, kind, name });
  return isMarked;
}

async function addMarks(
  agentId: string,
  kind: Holder,
  name: string,
  origins: readonly string[],
): Promise<boolean> {
  const table = kind === "file" ? await tableOfFile(agentId, name) : null;
  if (table) await distrustTable(agentId, table.name, origins);
  if (kind === "table") return distrustTable(agentId, name, origins);
  if (kind === "collection") {
    await setCollectionOrigins({ agentId, collection: name }, (before) => joined(before, origins));
    return true;
  }
  return distrustItem(agentId, kind, name, origins);
}

async function removeMarks(agentId: string, kind: Holder, name: string): Promise<string[]> {
  if (kind === "collection") return setCollectionOrigins({ agentId, collection: name }, () => []);
  if (kind !== "table") return trustItem(agentId, kind, name);
  const isNamed = (table: { name: string }) => table.name.toLowerCase() === name.toLowerCase();
  const origins = (await schema(agentId)).find(isNamed)?.web?.origins ?? [];
  await trustTable(agentId, name);
  return origins;
}

/**
 * Returns the table that was created from a file. The trust in a file also holds for its origins in the table.
 * Origins that were added to the table later stay untrusted.
 */
async function tableOfFile(agentId: string, fileId: string) {
  if (!uuid.safeParse(fileId).success) return null;
  const [file] = await readMany(agentId, [fileId]);
  return file?.reading?.kind === "table" ? { name: file.reading.table, origins: file.origins } : null;
}
