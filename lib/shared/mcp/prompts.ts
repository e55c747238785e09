import * as z from "zod/mini";

export const servedPrompt = z.object({
  name: z.string(),
  /** Title of the prompt, or its name if the server gives no title. */
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

export const filledPrompt = z.object({
  text: z.string(),
  removed: z.optional(z.number()),
});
export type FilledPrompt = z.infer<typeof filledPrompt>;
