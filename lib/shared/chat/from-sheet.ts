import type { UIMessage } from "ai";
import * as z from "zod/mini";

/**
 * A part of a user message that comes from a surface instead of the keyboard. The component sent the text on
 * a click. With `failure`, the component failed and the user asks the agent to fix it.
 */
export const fromSheet = z.strictObject({
  title: z.string().check(z.maxLength(200)),
  surface: z.optional(z.string().check(z.maxLength(500))),
  failure: z.optional(z.string().check(z.maxLength(500))),
});
export type FromSheet = z.infer<typeof fromSheet>;

/** Returns the surface that a message was sent from, or undefined. */
export function sheetOf({ parts }: Pick<UIMessage, "parts">): FromSheet | undefined {
  const part = parts.find(({ type }) => type === "data-sheet");
  return part && "data" in part ? fromSheet.safeParse(part.data).data : undefined;
}
