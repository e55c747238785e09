import * as z from "zod/mini";

/** Columns of a CSV whose values were converted on import, each with a description of the conversion. */
export const columnReadings = z.array(z.object({ column: z.string(), as: z.string() }));
export type ColumnReadings = z.infer<typeof columnReadings>;

/**
 * The content of a file, for models that cannot read the file itself: its text, or the name of a table in the
 * agent's database, which a CSV becomes. Earlier versions made a table with the columns `page` and `text` of a long
 * text.
 */
export const reading = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("text"),
    text: z.string(),
    pages: z.optional(z.number()),
    /** Names the missing part of the text, in words for the model. */
    note: z.optional(z.string()),
  }),
  /** A text that is too long for a message. The model reads on with a tool. */
  z.object({
    kind: z.literal("passages"),
    head: z.string(),
    characters: z.number(),
    passages: z.number(),
    pages: z.optional(z.number()),
    note: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal("table"),
    table: z.string(),
    columns: z.array(z.string()),
    /** Column types; missing in files of earlier versions. */
    types: z.optional(z.array(z.string())),
    readings: z.optional(columnReadings),
    rows: z.number(),
    head: z.string(),
    /** Content of each table row: a row of the CSV or sheet, or a page of a text. */
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

/** A place in a file. `n` counts the headings of the file, because two can have the same text. */
export const filePlace = z.discriminatedUnion("at", [
  z.strictObject({ at: z.literal("page"), page: z.number() }),
  z.strictObject({ at: z.literal("slide"), slide: z.number(), title: z.string() }),
  z.strictObject({ at: z.literal("row"), sheet: z.string(), row: z.number() }),
  z.strictObject({ at: z.literal("heading"), heading: z.string(), n: z.number() }),
  z.strictObject({ at: z.literal("line"), line: z.number() }),
  z.strictObject({ at: z.literal("time"), time: z.string() }),
]);
export type FilePlace = z.infer<typeof filePlace>;

/**
 * Whether the text of a file can be searched. `waiting`: not yet. `partly`: some of it is missing. `none`: the file
 * has no text, like an image.
 */
export const TEXT_STATES = ["waiting", "indexed", "partly", "unreadable", "none"] as const;
export const textState = z.enum(TEXT_STATES);
export type TextState = z.infer<typeof textState>;

/** Results of the extraction of a file's text. */
export const textFacts = z.object({
  /** Why the text is missing or incomplete, and what to do, in words for the user and the model. */
  reason: z.optional(z.string()),
  /** True if a second try may succeed, because the reader ended early. */
  mayRetry: z.optional(z.boolean()),
  /** Pages of a PDF, or slides. */
  pages: z.optional(z.number()),
  /** Pages that are images without text. */
  missing: z.optional(z.array(z.number())),
  /** Pages whose images a model has read, and its id. */
  seen: z.optional(z.array(z.number())),
  seenBy: z.optional(z.string()),
  sheets: z.optional(z.array(z.string())),
  /** Sheets that look like a table, and the tables of the database that were made from sheets. */
  tables: z.optional(z.array(z.string())),
  imported: z.optional(z.array(z.object({ sheet: z.string(), table: z.string() }))),
  passages: z.optional(z.number()),
  characters: z.optional(z.number()),
});
export type TextFacts = z.infer<typeof textFacts>;

export const fileText = z.extend(textFacts, { state: textState });
export type FileText = z.infer<typeof fileText>;

/** A part of a file's text, of about 1,000 characters, with its place. */
export const filePassage = z.object({ ordinal: z.number(), place: filePlace, text: z.string() });
export type FilePassage = z.infer<typeof filePassage>;

/** Response of `GET /api/files/:id/text`: passages in order. `total` counts those of the whole file. */
export const filePassages = z.object({
  text: fileText,
  passages: z.array(filePassage),
  total: z.number(),
});
export type FilePassages = z.infer<typeof filePassages>;

/**
 * `point`: the picture of a part of the canvas that the user points at. `export`: a file that the user exported, which the
 * gallery shows. Lists of files leave both out.
 */
export const FILE_ORIGINS = ["upload", "generated", "edited", "point", "export"] as const;
export type FileOrigin = (typeof FILE_ORIGINS)[number];

export const storedFile = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  origin: z.enum(FILE_ORIGINS),
  prompt: z.nullable(z.string()),
  description: z.nullable(z.string()),
  model: z.nullable(z.string()),
  sourceId: z.nullable(z.string()),
  conversationId: z.nullable(z.string()),
  createdAt: z.string(),
  url: z.string(),
  /** How the content of the file was made readable for models; null if no model needed it yet. */
  readAs: z.nullable(readAs),
  /** Whether its text can be searched. */
  text: z.optional(fileText),
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
