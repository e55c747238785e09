import { z } from "zod";
import { isStorable } from "./storable";

/** Core and working blocks stand in the prompt; archival ones are read when they are needed. */
export const BLOCK_KINDS = ["core", "working", "archival"] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** What the agent's tools may do with a block; the person may do all of it, and they alone change this. */
export const BLOCK_PERMISSIONS = ["read_only", "append", "partner", "human", "read_write", "admin"] as const;
export type BlockPermission = (typeof BLOCK_PERMISSIONS)[number];

/** How long facts last: for good, for months, for weeks, until the conversation's session ends. */
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

const UNSTORABLE = "It holds a character that cannot be stored: U+0000, or half of a surrogate pair";

export const storableText = z.string().refine(isStorable, UNSTORABLE);

/** What a version of a block consists of; its label stands in the version's name. */
export const blockContent = z.strictObject({
  kind: z.enum(BLOCK_KINDS),
  text: storableText.max(MAX_ARCHIVE_CHARS),
  description: storableText.max(MAX_DESCRIPTION),
  permission: z.enum(BLOCK_PERMISSIONS),
  /** How many characters `text` may have. */
  charLimit: z.int().min(1).max(MAX_ARCHIVE_CHARS),
});
export type BlockContent = z.infer<typeof blockContent>;
