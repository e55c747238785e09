import * as z from "zod/mini";
import { tableType } from "./data/contract";
import { storedFile } from "./files";

/** Kinds of entries in the list of files. A document is a file that is not an image. */
export const ENTRY_KINDS = ["document", "image", "table", "collection"] as const;
export const entryKind = z.enum(ENTRY_KINDS);
export type EntryKind = z.infer<typeof entryKind>;

const origins = z.array(z.string());

export const fileEntry = z.discriminatedUnion("kind", [
  z.object({
    kind: z.enum(["document", "image"]),
    file: storedFile,
    /** The conversation that created or first sent the file; null if there is none. */
    conversation: z.nullable(z.object({ id: z.string(), title: z.string() })),
  }),
  z.object({
    kind: z.literal("table"),
    name: z.string(),
    type: tableType,
    /** Number of rows; null for views, whose rows are not counted. */
    rows: z.nullable(z.number()),
    origins,
  }),
  z.object({
    kind: z.literal("collection"),
    name: z.string(),
    documents: z.number(),
    /** Time of the last change. */
    changedAt: z.string(),
    origins,
  }),
]);
export type FileEntry = z.infer<typeof fileEntry>;

/** Response of `GET /api/files/entries`, newest first. The first page has `counts` and, of tables, `space`. */
export const fileEntries = z.object({
  entries: z.array(fileEntry),
  nextCursor: z.optional(z.string()),
  /** Number of entries that match the search, by kind. */
  counts: z.optional(z.record(entryKind, z.number())),
  /** Size of the SQL database and its limit, in bytes. */
  space: z.optional(z.object({ bytes: z.number(), limit: z.number() })),
  /** Why the list has no tables, if the database cannot be read. */
  problem: z.optional(z.string()),
});
export type FileEntries = z.infer<typeof fileEntries>;
