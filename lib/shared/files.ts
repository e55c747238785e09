import * as z from "zod/mini";

/** Columns of a CSV whose values were converted on import, each with a description of the conversion. */
export const columnReadings = z.array(z.object({ column: z.string(), as: z.string() }));
export type ColumnReadings = z.infer<typeof columnReadings>;

/**
 * The content of a file, for models that cannot read the file itself: its text, or the name of a table in the
 * agent's database. A CSV becomes a table of its rows, a long text a table with the columns `page` and `text`.
 */
export const reading = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string(), pages: z.optional(z.number()) }),
  z.object({
    kind: z.literal("table"),
    table: z.string(),
    columns: z.array(z.string()),
    /** Column types; missing in files of earlier versions. */
    types: z.optional(z.array(z.string())),
    readings: z.optional(columnReadings),
    rows: z.number(),
    head: z.string(),
    /** Content of each table row: a row of the CSV, or a page of the text. */
    of: z.enum(["row", "page"]),
    pages: z.optional(z.number()),
  }),
  /** Why the file cannot be read, in words for the user and the model. */
  z.object({ kind: z.literal("failed"), reason: z.string(), pages: z.optional(z.number()) }),
]);
export type Reading = z.infer<typeof reading>;

export const readAs = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), characters: z.number() }),
  z.object({
    kind: z.literal("table"),
    table: z.string(),
    rows: z.number(),
    of: z.enum(["row", "page"]),
    readings: z.optional(columnReadings),
  }),
  z.object({ kind: z.literal("failed"), reason: z.string() }),
]);
export type ReadAs = z.infer<typeof readAs>;

export const storedFile = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  origin: z.enum(["upload", "generated", "edited"]),
  prompt: z.nullable(z.string()),
  description: z.nullable(z.string()),
  model: z.nullable(z.string()),
  sourceId: z.nullable(z.string()),
  conversationId: z.nullable(z.string()),
  createdAt: z.string(),
  url: z.string(),
  /** How the content of the file was made readable for models; null if no model needed it yet. */
  readAs: z.nullable(readAs),
  /**
   * Web origins whose text the file may contain, for files created after reading the web or received from a
   * server.
   */
  webOrigins: z.optional(z.array(z.string())),
});
export type StoredFile = z.infer<typeof storedFile>;

export const storedFiles = z.object({ files: z.array(storedFile), nextCursor: z.nullish(z.string()) });

/**
 * Response of `GET /api/files/:id/info` and `GET /api/images/:id`: a file, the message that created or sent it, its
 * source image and the images made from it.
 */
export const fileView = z.object({
  file: storedFile,
  messageId: z.nullable(z.string()),
  /** The conversation of the message; null if it was deleted. */
  conversation: z.nullable(z.object({ id: z.string(), title: z.string() })),
  source: z.nullable(storedFile),
  edits: z.array(storedFile),
});
export type FileView = z.infer<typeof fileView>;
