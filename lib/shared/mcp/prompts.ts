import * as z from "zod/mini";

/** What `/api/mcp/:id/prompts` sends and the browser reads. */

export const servedPrompt = z.object({
  name: z.string(),
  /** Its own, or its name where it has none. */
  title: z.string(),
  description: z.nullable(z.string()),
  arguments: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      description: z.nullable(z.string()),
      required: z.boolean(),
    }),
  ),
});
export type ServedPrompt = z.infer<typeof servedPrompt>;

export const promptsView = z.object({ prompts: z.array(servedPrompt) });

/** For the message field, where the person can change it before it is sent. */
export const filledPrompt = z.object({
  text: z.string(),
  /** Invisible characters that were removed from it. */
  removed: z.optional(z.number()),
});
export type FilledPrompt = z.infer<typeof filledPrompt>;
