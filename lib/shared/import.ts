import * as z from "zod/mini";
import { KINDS, type Kind } from "./kinds";

/** Maximum bytes of the text. Bytes of files and of the database are streamed to storage and do not count. */
export const AGENT_FILE_BYTES = 50_000_000;
/** Maximum bytes of the whole file. */
export const MAX_AGENT_FILE = 4_000_000_000;

/** Kinds of imported items that have no versions. Restoring a point in time does not undo their import. */
export const UNVERSIONED = ["file", "setting", "server", "conversation"] as const;
export type ImportKind = Kind | (typeof UNVERSIONED)[number];

const importChange = z.object({
  kind: z.enum([...KINDS, ...UNVERSIONED]),
  name: z.string(),
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  /** `history`: the live version stays, and imported versions are added to its history. */
  action: z.enum(["create", "change", "history"]),
  versions: z.number(),
  /** Number of the version that is live here; null if there is none. */
  from: z.nullable(z.number()),
  liveId: z.nullable(z.string()),
  /**
   * True if the tool is imported as disabled although it is enabled in the file, because the maximum number of
   * tools is enabled.
   */
  disabled: z.optional(z.literal(true)),
  /** True if the setting would allow something without approval that needs approval now. */
  allows: z.optional(z.literal(true)),
});
export type ImportChange = z.infer<typeof importChange>;

export const importPreview = z.object({
  exportedAt: z.string(),
  /**
   * Hash of the changes. The client sends it back as `?expect=` with the import, which fails if the changes
   * differ.
   */
  hash: z.string(),
  /** Number of items that exist here already, with all their versions. */
  same: z.number(),
  changes: z.array(importChange),
});
export type ImportPreview = z.infer<typeof importPreview>;

export const imported = z.object({
  /**
   * Creation time of all imported versions; null if there are none. To undo their import, restore the
   * millisecond before it.
   */
  at: z.nullable(z.string()),
  same: z.number(),
  changes: z.array(importChange),
});
export type Imported = z.infer<typeof imported>;
