import type { UIMessage } from "ai";
import * as z from "zod/mini";

/**
 * A part of a person's message that is not typed but comes from a sheet: its component said it upon a click, or, with
 * `failure`, it failed, and the person has the agent fix it.
 */
export const fromSheet = z.strictObject({
  title: z.string().check(z.maxLength(200)),
  /** The surface's id. */
  surface: z.optional(z.string().check(z.maxLength(500))),
  /** What went wrong in a few words. */
  failure: z.optional(z.string().check(z.maxLength(500))),
});
export type FromSheet = z.infer<typeof fromSheet>;

/** The sheet that a message comes from, if it comes from one. */
export function sheetOf({ parts }: Pick<UIMessage, "parts">): FromSheet | undefined {
  const part = parts.find(({ type }) => type === "data-sheet");
  return part && "data" in part ? fromSheet.safeParse(part.data).data : undefined;
}
