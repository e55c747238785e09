import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import {
  BLOCK_KINDS,
  BLOCK_LIMIT,
  type Block,
  type BlockContent,
  type BlockKey,
  blockFields,
  blockKey,
  blockLabel,
  blockName,
  contentOf,
  keyOf,
  LABEL,
  MAX_ARCHIVE_CHARS,
  MAX_BLOCK_LIMIT,
} from "@/lib/shared/memory/memory";
import { listShares } from "@/lib/store/memory/block-shares";
import { pinBlock } from "@/lib/store/memory/memory-blocks";
import { blockStore } from "./postgres";
import { noBlock, stale } from "./writes";

/* Operations by the user, who may change any block. Permissions restrict only the agent's tools. */

const USER = { author: "person", cause: null } as const;
const version = z.int().min(1).max(1_000_000_000).optional();
const { kind, text, description, permission, charLimit } = blockFields;

export const newBlock = z.strictObject({
  ...{ label: blockLabel, kind, text },
  permission: permission.optional(),
  description: description.optional(),
  charLimit: charLimit.optional(),
});

export const blockChange = z.strictObject({
  text: text.optional(),
  description: description.optional(),
  permission: permission.optional(),
  charLimit: charLimit.optional(),
  /**
   * The user can only change a core block to a working block or back. To archive a block, the agent's tool copies
   * it.
   */
  kind: z.enum(["core", "working"]).optional(),
  pinned: z.boolean().optional(),
  /** The version that the user edited. The change is a conflict if the current version differs. */
  version,
});

/** The label of a block as in a URL, or the name of a block as in the history. */
export const addressed = z.string().refine((name) => LABEL.test(blockKey(name).label));
export const blockQuery = z.object({ kind: z.enum(BLOCK_KINDS).optional() });

type BlockView = Omit<Block, "isArchival"> & { chars: number };

export const blockView = ({ isArchival: _, ...block }: Block): BlockView => ({
  ...block,
  chars: block.text.length,
});

export async function createMemoryBlock(agentId: string, input: z.output<typeof newBlock>): Promise<Block> {
  const { label, ...rest } = input;
  const made = { description: "", permission: "read_write", charLimit: defaultLimit(input) } as const;
  return blockStore.create(agentId, { label, ...made, ...rest }, USER);
}

const defaultLimit = ({ kind }: z.output<typeof newBlock>) =>
  kind === "archival" ? MAX_ARCHIVE_CHARS : BLOCK_LIMIT;

/**
 * Finds a block by its address. If the kind is not given, looks for a block of the prompt before one of the
 * archive.
 */
export async function findBlock(
  agentId: string,
  name: string,
  { kind }: z.output<typeof blockQuery>,
): Promise<Block> {
  const { label, isArchival } = blockKey(name);
  const keys = isArchival
    ? [{ label, isArchival }]
    : kind
      ? [keyOf(label, { kind })]
      : [false, true].map((isArchival) => ({ label, isArchival }));
  for (const key of keys) {
    const block = await blockStore.get(agentId, key);
    if (block) return block;
  }
  throw noBlock({ label, isArchival: isArchival || kind === "archival" });
}

/** Changes the given fields. `base` is the version that the user saw. */
export async function changeMemoryBlock(
  agentId: string,
  key: BlockKey,
  { pinned, version: _, ...change }: z.output<typeof blockChange>,
  base?: number,
): Promise<Block> {
  if (key.isArchival && change.kind)
    throw new AppError("invalid", "An archive entry cannot change its kind. Create a block with its text.", {
      details: [{ path: "kind", message: "The block is archival" }],
    });
  const block = await blockStore.update(
    agentId,
    key,
    (before) => ({ ...contentOf(before), ...change }),
    USER,
    base,
  );
  if (pinned === undefined) return block;
  await pinBlock(agentId, key, pinned);
  return findBlock(agentId, blockName(key), {});
}

export const blockMove = z.strictObject({ to: z.enum(["prompt", "archive"]), version });

/**
 * Moves a block from the prompt to the archive or back, under the same label, with its origins. Throws
 * `conflict` if the label is taken there, or if other agents share the block.
 */
export async function moveMemoryBlock(
  agentId: string,
  label: string,
  { to, version }: z.output<typeof blockMove>,
): Promise<Block> {
  const isArchival = to === "archive";
  const from = await blockStore.get(agentId, { label, isArchival: !isArchival });
  if (!from || from.sharedBy) throw noBlock({ label, isArchival: !isArchival });
  if ((await listShares(agentId, from.id)).length > 0)
    throw new AppError("conflict", `Other agents share “${label}”. Stop sharing it first.`);
  let origins: string[] = [];
  const by = {
    ...USER,
    get origins() {
      return origins;
    },
  };
  const [, moved] = await blockStore.persist(
    agentId,
    [
      { label, isArchival: !isArchival },
      { label, isArchival },
    ],
    ([block, taken]) => {
      if (!block) throw noBlock({ label, isArchival: !isArchival });
      if (version !== undefined && version !== block.version) throw stale(block);
      if (taken) throw new AppError("conflict", isArchival ? inArchive(label) : inPrompt(label));
      origins = block.origins;
      return [null, movedContent(block, isArchival)];
    },
    by,
  );
  if (!moved) throw new Error("A moved block was not stored");
  return moved;
}

const inArchive = (label: string) => `The archive has an entry “${label}” already. Delete it first.`;
const inPrompt = (label: string) => `There is a block “${label}” already. Delete it first.`;

const movedContent = (block: Block, isArchival: boolean): BlockContent => ({
  ...contentOf(block),
  kind: isArchival ? "archival" : "core",
  charLimit: isArchival
    ? MAX_ARCHIVE_CHARS
    : Math.min(Math.max(block.text.length, BLOCK_LIMIT), MAX_BLOCK_LIMIT),
});

export async function deleteMemoryBlock(agentId: string, key: BlockKey, base?: number): Promise<void> {
  await blockStore.persist(
    agentId,
    [key],
    ([block]) => {
      if (!block) throw noBlock(key);
      if (base !== undefined && base !== block.version) throw stale(block);
      return [null];
    },
    USER,
  );
}
