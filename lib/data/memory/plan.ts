import { AppError } from "@/lib/shared/errors";
import {
  BLOCK_LIMIT,
  type Block,
  type BlockContent,
  type BlockKey,
  type BlockWrite,
  contentOf,
  MAX_ARCHIVE_CHARS,
  MAX_BLOCK_LIMIT,
} from "@/lib/shared/memory/memory";
import { replaceOnce } from "@/lib/shared/text/text-edits";
import { type MemoryAccess, memoryVerdictOf } from "./permission";
import { joinLines, noBlock } from "./writes";

export type Decided = {
  writes: BlockWrite[];
  /** The access that each change needs. `at` is the index of the changed block in `keys`. */
  needs: { at: number; access: MemoryAccess }[];
  about: number;
  message: string;
};

/** A memory change that was planned but not made. The user approves the same plan that is then applied. */
export type MemoryPlan = {
  keys: readonly BlockKey[];
  /** Throws an error with a message for the model if the change is impossible. */
  decide(current: readonly (Block | null)[]): Decided;
};

const inPrompt = (label: string): BlockKey => ({ label, isArchival: false });
const inArchive = (label: string): BlockKey => ({ label, isArchival: true });

/** Appends text to a block, or creates a working block if the label is free. */
export const appending = (label: string, content: string): MemoryPlan => ({
  keys: [inPrompt(label)],
  decide: ([block]) => {
    const written = assertSome("content", content);
    if (!block)
      return {
        ...{ writes: [newBlock(written)], needs: [], about: 0 },
        message: `Created the working block "${label}".`,
      };
    return {
      ...appended(block, written),
      message: `Added to "${label}".`,
    };
  },
});

export const replacing = (label: string, old: string, text: string): MemoryPlan => ({
  keys: [inPrompt(label)],
  decide: ([block]) => {
    if (!block) throw unknown(label);
    return {
      writes: [{ ...contentOf(block), text: replaced(block, assertSome("old_content", old), text) }],
      needs: [{ at: 0, access: "replace" }],
      about: 0,
      message: `Replaced the text in "${label}".`,
    };
  },
});

/** Copies a block to the archive, and removes it from the prompt if the agent may delete it. */
export const archiving = (label: string, archivalLabel = label): MemoryPlan => ({
  keys: [inPrompt(label), inArchive(archivalLabel)],
  decide: ([source, entry]) => {
    if (!source) throw unknown(label);
    const goes = mayDelete(source);
    return {
      writes: [goes ? null : undefined, archived(source, entry)],
      needs: overwrites(1, entry),
      about: 1,
      message: goes
        ? `Moved "${label}" to the archive as "${archivalLabel}".`
        : `Archived a copy of "${label}" as "${archivalLabel}". The block itself remains: deleting it requires the permission admin.`,
    };
  },
});

export const loadingPlan = (label: string, newLabel = label): MemoryPlan => ({
  keys: [inArchive(label), inPrompt(newLabel)],
  decide: ([entry, block]) => {
    if (!entry) throw noEntry(label);
    return {
      writes: [undefined, loaded(entry, block)],
      needs: overwrites(1, block),
      about: 1,
      message: `Loaded "${label}" into the block "${newLabel}". The archive keeps it.`,
    };
  },
});

export const swapping = (archive: string, load: string): MemoryPlan => {
  if (archive === load)
    throw new AppError(
      "invalid",
      `archive_label and load_label are both "${load}", so there is nothing to swap. Use archive or load.`,
    );
  return {
    keys: [inPrompt(archive), inArchive(archive), inArchive(load), inPrompt(load)],
    decide: ([source, entry, wanted, block]) => {
      if (!source) throw unknown(archive);
      if (!wanted) throw noEntry(load);
      const goes = mayDelete(source);
      return {
        writes: [goes ? null : undefined, archived(source, entry), undefined, loaded(wanted, block)],
        needs: [...overwrites(1, entry), ...overwrites(3, block)],
        about: 3,
        message: `Archived "${archive}" and loaded "${load}".${goes ? "" : ` The block "${archive}" remains: deleting it requires the permission admin.`}`,
      };
    },
  };
};

export const inserting = (label: string, content: string): MemoryPlan => ({
  keys: [inArchive(label)],
  decide: ([entry]) => {
    if (entry)
      throw new AppError(
        "conflict",
        `The archive already has an entry "${label}". Use append or another label.`,
        { details: { version: entry.version } },
      );
    const text = assertSome("content", content);
    return {
      writes: [{ ...newBlock(text), kind: "archival", charLimit: MAX_ARCHIVE_CHARS }],
      ...{ needs: [], about: 0, message: `Stored "${label}" in the archive.` },
    };
  },
});

export const appendingEntry = (label: string, content: string): MemoryPlan => ({
  keys: [inArchive(label)],
  decide: ([entry]) => {
    if (!entry) throw noEntry(label, "insert creates it.");
    return { ...appended(entry, assertSome("content", content)), message: `Added to "${label}".` };
  },
});

export const deletingEntry = (label: string): MemoryPlan => ({
  keys: [inArchive(label)],
  decide: ([entry]) => {
    if (!entry) throw noEntry(label);
    return { writes: [null], needs: [{ at: 0, access: "delete" }], about: 0, message: `Deleted "${label}".` };
  },
});

const newBlock = (text: string): BlockContent => ({
  ...{ kind: "working", text, description: "", permission: "read_write", charLimit: BLOCK_LIMIT },
});

const appended = (block: Block, text: string): Omit<Decided, "message"> => ({
  writes: [{ ...contentOf(block), text: joinLines(block.text, text) }],
  needs: [{ at: 0, access: "append" }],
  about: 0,
});

/**
 * A new archive entry has the permission of the block that it copies. An existing entry keeps its permission.
 */
const archived = (source: Block, entry: Block | null | undefined): BlockContent =>
  entry
    ? { ...contentOf(entry), text: source.text }
    : { ...contentOf(source), kind: "archival", charLimit: MAX_ARCHIVE_CHARS };

const loaded = (entry: Block, block: Block | null | undefined): BlockContent =>
  block
    ? { ...contentOf(block), text: entry.text }
    : {
        ...contentOf(entry),
        kind: "working",
        charLimit: Math.min(Math.max(entry.text.length, BLOCK_LIMIT), MAX_BLOCK_LIMIT),
      };

const overwrites = (at: number, there: Block | null | undefined): Decided["needs"] =>
  there ? [{ at, access: "replace" }] : [];

const mayDelete = ({ permission }: Block): boolean =>
  memoryVerdictOf("delete", permission, null) === "allowed";

const replaced = ({ label, text }: Block, old: string, by: string): string =>
  replaceOnce(text, old, by, {
    field: "old_content",
    where: `"${label}"`,
    remedy: "The block may have changed.",
  });

function assertSome(field: string, text: string): string {
  if (text === "") throw new AppError("invalid", `${field} is empty. Give the text.`);
  return text;
}

const unknown = (label: string) =>
  new AppError(
    "not_found",
    `${noBlock(inPrompt(label)).message} Existing blocks are under # Memory; append creates a new one.`,
  );

export const noEntry = (label: string, remedy = "search finds existing ones."): AppError =>
  new AppError("not_found", `There is no entry "${label}" in the archive. ${remedy}`);
