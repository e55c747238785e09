import type { UIMessage } from "ai";
import * as z from "zod/mini";

/**
 * A part of a user message that was sent from a surface instead of typed. The component sent the text on a click.
 * With `failure`, the component failed and the user asks the agent to fix it.
 */
export const fromSurface = z.strictObject({
  title: z.string().check(z.maxLength(200)),
  surface: z.optional(z.string().check(z.maxLength(500))),
  failure: z.optional(z.string().check(z.maxLength(500))),
});
export type FromSurface = z.infer<typeof fromSurface>;

/** Returns the surface that a message was sent from, or undefined. */
export function sheetOf({ parts }: Pick<UIMessage, "parts">): FromSurface | undefined {
  const part = parts.find(({ type }) => type === "data-sheet");
  return part && "data" in part ? fromSurface.safeParse(part.data).data : undefined;
}
