import * as z from "zod/mini";

/** The message and part from which messages are still sent to the model verbatim. */
const place = z.object({ messageId: z.string(), part: z.number() });

/**
 * Marks the place where a summary replaces earlier messages for the model (`data-compaction`). The messages
 * themselves are kept. The model reads the summary, then everything from `from` on, or from the mark if
 * `from` is null.
 */
export const compaction = z.discriminatedUnion("state", [
  z.object({ state: z.literal("working") }),
  /** The compaction was interrupted and changed nothing. */
  z.object({ state: z.literal("stopped") }),
  z.object({
    state: z.literal("done"),
    /**
     * `cut`: no model could write the summary, so long texts were shortened and the oldest messages left out.
     */
    by: z.enum(["model", "cut"]),
    summary: z.string(),
    /** The last user message, if it is not among the messages that are still sent verbatim. */
    request: z.optional(z.string()),
    from: z.nullable(place),
    /** Number of summarized messages, without those of the earlier summary. */
    messages: z.number(),
  }),
]);

export type Compaction = z.infer<typeof compaction>;
export type Compacted = Extract<Compaction, { state: "done" }>;
