import { z } from "zod";
import { isStorable } from "@/lib/shared/text/storable";

/** Core and working blocks are part of the prompt. Archival blocks are read on demand. */
export const BLOCK_KINDS = ["core", "working", "archival"] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/**
 * Permissions for the agent's tools to change a block. The user may do anything, and only the user can change
 * the permission.
 */
export const BLOCK_PERMISSIONS = ["read_only", "append", "partner", "human", "read_write", "admin"] as const;
export type BlockPermission = (typeof BLOCK_PERMISSIONS)[number];

/** Lifetimes of facts: permanent, months, weeks, or until the session ends. */
export const MEMORY_LAYERS = ["long", "mid", "short", "session"] as const;
export type MemoryLayer = (typeof MEMORY_LAYERS)[number];

/** Lengths are UTF-16 units. */
export const BLOCK_LIMIT = 5_000;
export const MAX_BLOCK_LIMIT = 20_000;
export const MAX_CONTEXT_BLOCKS = 30;
export const MAX_CONTEXT_CHARS = 40_000;
export const MAX_ARCHIVE_CHARS = 200_000;
export const MAX_ARCHIVE_ENTRIES = 10_000;
export const MAX_DESCRIPTION = 500;
export const MAX_BLOB = 4_000;
export const MAX_FACT = 2_000;

export const LABEL = /^[a-z0-9][a-z0-9_.-]{0,63}$/;

export const blockLabel = z
  .string()
  .regex(LABEL, "1 to 64 of a-z, 0-9, _ . and -, the first a letter or digit, such as project.notes");

const UNSTORABLE = "Contains a character that cannot be stored: U+0000, or half of a surrogate pair";

export const storableText = z.string().refine(isStorable, UNSTORABLE);

export const memoryBlob = storableText.max(
  MAX_BLOB,
  "The limit is 4,000 characters. Nothing was saved: shorten the text and save it again",
);

/** Content of a block's version. The label is in the revision's name. */
export const blockFields = {
  kind: z.enum(BLOCK_KINDS),
  text: storableText.max(MAX_ARCHIVE_CHARS),
  description: storableText.max(MAX_DESCRIPTION, "A description has at most 500 characters"),
  permission: z.enum(BLOCK_PERMISSIONS),
  charLimit: z.int().min(1).max(MAX_ARCHIVE_CHARS),
};
export const blockContent = z
  .strictObject(blockFields)
  .refine(({ kind, charLimit }) => kind === "archival" || charLimit <= MAX_BLOCK_LIMIT, {
    path: ["charLimit"],
    message: "A block in the prompt has at most 20,000 characters",
  });
export type BlockContent = z.infer<typeof blockContent>;

/** Identifies a block. Labels are unique among core and working blocks, and separately in the archive. */
export type BlockKey = { label: string; isArchival: boolean };

export type Block = BlockKey &
  BlockContent & {
    id: string;
    /** Counts from 1. If the label is used again after a deletion, counting continues. */
    version: number;
    origins: string[];
    pinnedAt: string | null;
    lastUsedAt: string | null;
    createdAt: string;
    updatedAt: string;
    /**
     * The agent that shares this block; missing for an own block. `permission` is then the permission of the
     * share.
     */
    sharedBy?: Sharer;
  };

export type Sharer = { agent: string; name: string };

export type NewBlock = { label: string } & BlockContent;

/** New content of a block, null to delete it, undefined to leave it unchanged. */
export type BlockWrite = BlockContent | null | undefined;

export const keyOf = (label: string, { kind }: Pick<BlockContent, "kind">): BlockKey => ({
  label,
  isArchival: kind === "archival",
});

export const contentOf = ({
  kind,
  text,
  description,
  permission,
  charLimit,
}: BlockContent): BlockContent => ({
  ...{ kind, text, description },
  ...{ permission, charLimit },
});

const ARCHIVE = "archive:";

/** Returns the name of a block in the history. Labels have no colon. */
export const blockName = ({ label, isArchival }: BlockKey): string => (isArchival ? ARCHIVE + label : label);

export const blockKey = (name: string): BlockKey =>
  name.startsWith(ARCHIVE)
    ? { label: name.slice(ARCHIVE.length), isArchival: true }
    : { label: name, isArchival: false };

export const nameOfBlock = z
  .string()
  .refine((name) => LABEL.test(blockKey(name).label), "This is not the name of a block");
