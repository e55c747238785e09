import * as z from "zod/mini";

/** What the file routes send and the browser reads. */

/** Columns of a CSV whose values were not stored as the file has them, each with how they were read, in words. */
export const columnReadings = z.array(z.object({ column: z.string(), as: z.string() }));
export type ColumnReadings = z.infer<typeof columnReadings>;

/**
 * What a model is given of a file that it cannot read natively: its text, or where all of it lies in the agent's
 * database: rows of a CSV as a table, the pages of a long text as a table of `page` and `text`.
 */
export const reading = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string(), pages: z.optional(z.number()) }),
  z.object({
    kind: z.literal("table"),
    table: z.string(),
    columns: z.array(z.string()),
    /** Types of the columns; missing in files of earlier versions. */
    types: z.optional(z.array(z.string())),
    readings: z.optional(columnReadings),
    rows: z.number(),
    /** The first lines, as text. */
    head: z.string(),
    /** What a row of it is. */
    of: z.enum(["row", "page"]),
    pages: z.optional(z.number()),
  }),
  /** Why there is nothing to give, in words for the person and the model. */
  z.object({ kind: z.literal("failed"), reason: z.string(), pages: z.optional(z.number()) }),
]);
export type Reading = z.infer<typeof reading>;

/** What the person is told of a reading. */
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
  /** Where its bytes are: `/api/files/:id`. */
  url: z.string(),
  /** How the agent has read it; null as long as it need not, or has not. */
  readAs: z.nullable(readAs),
  /** On the web, whose text may be in it: of what was made or edited after reading it, or is from a server. */
  webOrigins: z.optional(z.array(z.string())),
});
export type StoredFile = z.infer<typeof storedFile>;

export const storedFiles = z.object({ files: z.array(storedFile), nextCursor: z.nullish(z.string()) });
