import * as z from "zod/mini";

/** A part of a message: where what is still read word for word begins. */
const place = z.object({ messageId: z.string(), part: z.number() });

/**
 * The mark at which earlier messages gave way to a summary (`data-compaction`). Those messages stay as they are; the model
 * reads the summary, and then everything from `from` on, or from the mark where that is null.
 */
export const compaction = z.discriminatedUnion("state", [
  z.object({ state: z.literal("working") }),
  /** It was not finished, and nothing has changed. */
  z.object({ state: z.literal("stopped") }),
  z.object({
    state: z.literal("done"),
    /** `cut`: no model could write it, so long texts were shortened and the oldest left out. */
    by: z.enum(["model", "cut"]),
    summary: z.string(),
    /** What the person said last, where that is not among what is still read word for word. */
    request: z.optional(z.string()),
    from: z.nullable(place),
    /** How many messages it tells of, the earlier summary not counted. */
    messages: z.number(),
  }),
]);

export type Compaction = z.infer<typeof compaction>;
export type Compacted = Extract<Compaction, { state: "done" }>;
