import * as z from "zod/mini";

/**
 * A part of a user message that only the server writes: the user took over the browser, or handed it back
 * with an optional note.
 */
export const browserTakeover = z.object({
  event: z.enum(["taken", "returned"]),
  url: z.string(),
  title: z.string(),
  text: z.optional(z.string()),
});
export type BrowserTakeover = z.infer<typeof browserTakeover>;

/** Returns the takeover or handover that a message part records, or undefined. */
export const takeoverOf = (part: { type: string; data?: unknown }): BrowserTakeover | undefined =>
  part.type === "data-browser" ? browserTakeover.safeParse(part.data).data : undefined;
