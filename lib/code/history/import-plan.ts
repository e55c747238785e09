import { createHash } from "node:crypto";
import type { ImportChange } from "@/lib/shared/import";
import type { ItemVersions } from "@/lib/store/agents/imported-versions";
import type { FileItem } from "./agent-file";

/**
 * An item of the file that is missing here, fully or in some versions, and the change that importing it
 * makes.
 */
export type ItemImport = {
  thing: FileItem;
  change: ImportChange;
  /** Number that the first imported version of the item gets in this agent. */
  first: number;
};

export type ImportPlan = { same: number; imports: ItemImport[]; hash: string };

export function planImport(items: FileItem[], present: Map<string, ItemVersions>): ImportPlan {
  const hash = createHash("sha256");
  const imports: ItemImport[] = [];
  for (const fileItem of items) {
    const ownVersions = present.get(`${fileItem.kind} ${fileItem.name}`)?.versions ?? [];
    const last = ownVersions.findLast(({ live }) => live);
    const live = last && last.hash !== null ? last : null;
    // If the file deleted an item that is live here, import only its versions, so that the item stays live.
    const item = fileItem.live === null && live ? withoutLiveVersion(fileItem) : fileItem;
    const hashes = item.versions.map(({ content }) => hashOf(content));
    const staysLive = item.live === null || hashOf(item.live.content) === live?.hash;
    if (
      staysLive &&
      isSubsequence(
        hashes,
        ownVersions.map((one) => one.hash),
      )
    )
      continue;
    const prefixLength = prefixOf(
      ownVersions.map((one) => one.hash),
      hashes,
    );
    const rest = prefixLength < hashes.length ? skipVersions(item, prefixLength) : item;
    const action = staysLive ? "history" : live ? "change" : "create";
    const { kind, name, versions } = rest;
    const from = live?.version ?? null;
    const change = { kind, name, action, versions: versions.length, from, liveId: live?.id ?? null } as const;
    const first = (ownVersions.at(-1)?.version ?? 0) + 1;
    imports.push({ thing: rest, change, first });
    hash.update(JSON.stringify([change, first, live?.hash ?? null, hashes, item.enabled ?? null]));
  }
  return { same: items.length - imports.length, imports, hash: hash.digest("hex") };
}

function withoutLiveVersion(item: FileItem): FileItem {
  const contentVersions = item.versions.filter(({ content }) => content !== null);
  return { ...item, versions: contentVersions.map((version) => ({ ...version, live: false })) };
}

function skipVersions(item: FileItem, count: number): FileItem {
  const versions = item.versions.slice(count);
  return { ...item, versions, live: item.live && versions.includes(item.live) ? item.live : null };
}

const hashOf = (content: unknown): string | null =>
  content === null ? null : createHash("md5").update(JSON.stringify(content)).digest("hex");

/**
 * Returns the number of leading versions in the file that this agent already has. It is 0 unless the file's
 * history begins with the agent's whole history.
 */
function prefixOf(ownHashes: (string | null)[], fileHashes: (string | null)[]): number {
  return ownHashes.every((hash, at) => hash === fileHashes[at]) ? ownHashes.length : 0;
}

function isSubsequence(some: (string | null)[], all: (string | null)[]): boolean {
  let found = 0;
  for (const one of all) if (found < some.length && one === some[found]) found++;
  return found === some.length;
}
