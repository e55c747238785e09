import { historyOf } from "@/components/client/events";
import { jsonBody, request } from "@/components/client/request";
import { textAt } from "@/components/pages/instructions/api";
import {
  type BlockContent,
  type BlockKey,
  type BlockPermission,
  blockName,
} from "@/lib/shared/memory/memory";
import { type BlockView, blockAnswer, blockList, memoryCounts } from "@/lib/shared/memory/memory-view";

export type BlockFields = Partial<BlockContent>;

export const BLOB = textAt("memory_blob", "/api/memory/blob");

export const isAboutBlocks = (change: string): boolean => historyOf(change)?.kind === "block";
export const isAboutBlob = (change: string): boolean => historyOf(change)?.kind === "memory_blob";

/**
 * Always sends `kind`: without it, the server would return the entry of the archive with this label if no
 * other block has the label.
 */
const pathOf = ({ label, isArchival }: BlockKey): string =>
  `/api/memory/blocks/${encodeURIComponent(label)}?kind=${isArchival ? "archival" : "working"}`;

const asView = (block: Omit<BlockView, "isArchival">): BlockView => ({
  ...block,
  isArchival: block.kind === "archival",
});

async function blockOf(response: Response): Promise<BlockView> {
  const { block, shares } = blockAnswer.parse(await response.json());
  return { ...asView(block), shares };
}

type Page = { items: BlockView[]; nextCursor?: string };

export async function readBlocks(
  kind: BlockContent["kind"],
  cursor?: string,
  signal?: AbortSignal,
): Promise<Page> {
  const query = new URLSearchParams({ kind, ...(cursor && { cursor }) });
  const body = await (await request(`/api/memory/blocks?${query}`, { signal })).json();
  const { blocks, ...next } = blockList.parse(body);
  return { items: blocks.map(asView), ...next };
}

/** Reads the blocks that exist, in the order of `names`. */
export async function readNamedBlocks(names: readonly string[], signal?: AbortSignal): Promise<BlockView[]> {
  const query = new URLSearchParams({ names: names.join() });
  const body = await (await request(`/api/memory/blocks?${query}`, { signal })).json();
  return blockList.parse(body).blocks.map(asView);
}

export const readCounts = async (signal?: AbortSignal) =>
  memoryCounts.parse(await (await request("/api/memory/counts", { signal })).json()).counts;

/** Reads all blocks of the prompt. There are at most thirty. */
export async function readContextBlocks(signal?: AbortSignal): Promise<BlockView[]> {
  const pages = await Promise.all([
    readBlocks("core", undefined, signal),
    readBlocks("working", undefined, signal),
  ]);
  return pages.flatMap(({ items }) => items);
}

export async function readBlock(key: BlockKey, signal?: AbortSignal): Promise<BlockView> {
  return blockOf(await request(pathOf(key), { signal }));
}

export async function createBlock(fields: BlockFields & { label: string }): Promise<BlockView> {
  const response = await request("/api/memory/blocks", { method: "POST", ...jsonBody(fields) });
  return blockOf(response);
}

/**
 * Changes a block. `version` is the version that the user edited; the server rejects the change if that
 * version is no longer live. Pinning needs no version.
 */
export async function changeBlock(
  key: BlockKey,
  change: (BlockFields & { version: number }) | { pinned: boolean },
): Promise<BlockView> {
  const response = await request(pathOf(key), { method: "PATCH", ...jsonBody(change) });
  return blockOf(response);
}

/** Moves a block to the archive, or an entry of the archive to the prompt. */
export async function moveBlock({ label, isArchival, version }: BlockView): Promise<BlockView> {
  const body = { to: isArchival ? "prompt" : "archive", version };
  return blockOf(
    await request(`/api/memory/blocks/${encodeURIComponent(label)}/move`, {
      method: "POST",
      ...jsonBody(body),
    }),
  );
}

export async function deleteBlock(key: BlockKey): Promise<void> {
  await request(pathOf(key), { method: "DELETE" });
}

export async function shareBlock({ label }: BlockKey, agent: string, permission: BlockPermission) {
  await request(shareAt(label, agent), { method: "PUT", ...jsonBody({ permission }) });
}

export async function unshareBlock({ label }: BlockKey, agent: string): Promise<void> {
  await request(shareAt(label, agent), { method: "DELETE" });
}

const shareAt = (label: string, agent: string): string =>
  `/api/memory/blocks/${encodeURIComponent(label)}/shares/${encodeURIComponent(agent)}`;

export const textOfBlock = (key: BlockKey) => ({
  key: `block:${blockName(key)}`,
  read: async () => savedText(await readBlock(key)),
  save: async ({ content, version }: { content: string; version: number }) =>
    savedText(await changeBlock(key, { text: content, version })),
});

export const savedText = ({ text, version }: BlockView) => ({ content: text, version });

/** Appends one block to another and deletes the first, atomically. */
export async function mergeBlocks(from: BlockView, into: BlockView): Promise<void> {
  const side = ({ label, isArchival, version }: BlockView) => ({ label, isArchival, version });
  const body = { from: side(from), into: side(into) };
  await request("/api/memory/merge", { method: "POST", ...jsonBody(body) });
}
