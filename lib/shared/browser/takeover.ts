import * as z from "zod/mini";

/** A part of a person's message that only the server writes: they took the browser, or gave it back with a line of theirs. */
export const browserTakeover = z.object({
  event: z.enum(["taken", "returned"]),
  url: z.string(),
  title: z.string(),
  text: z.optional(z.string()),
});
export type BrowserTakeover = z.infer<typeof browserTakeover>;

/** What a part of a message tells of a take-over or a hand-back, if it does. */
export const takeoverOf = (part: { type: string; data?: unknown }): BrowserTakeover | undefined =>
  part.type === "data-browser" ? browserTakeover.safeParse(part.data).data : undefined;
