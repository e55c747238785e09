import * as z from "zod/mini";

/** A position in the conversation. The model still gets the messages from this position on verbatim. */
const place = z.object({ messageId: z.string(), part: z.number() });

/**
 * Marks where a summary replaces earlier messages for the model (`data-compaction`). The messages themselves
 * are kept. The model reads the summary and then everything from `from` on. If `from` is null, it reads
 * everything after the mark.
 */
export const compaction = z.discriminatedUnion("state", [
  z.object({ state: z.literal("working") }),
  /** The compaction was interrupted and changed nothing. */
  z.object({ state: z.literal("stopped") }),
  z.object({
    state: z.literal("done"),
    /**
     * `model`: a model wrote the summary. `cut`: no model could write it, so long texts were shortened and the
     * oldest messages left out.
     */
    by: z.enum(["model", "cut"]),
    summary: z.string(),
    /** The last user message, if it is older than the verbatim messages. */
    request: z.optional(z.string()),
    from: z.nullable(place),
    /** Number of messages that were summarized, without those that an earlier summary already replaced. */
    messages: z.number(),
  }),
]);

export type Compaction = z.infer<typeof compaction>;
export type Compacted = Extract<Compaction, { state: "done" }>;
