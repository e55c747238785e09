import * as z from "zod/mini";

/** What `GET /api/prompt/assembled` sends and the browser reads: what the model is given before any message. */
export const assembledPrompt = z.object({
  /** `provider/model`; null where none can be used. */
  model: z.nullable(z.string()),
  /** Whether the model's own family counts tokens like this; for others the numbers are near, not right. */
  isExact: z.boolean(),
  /** The system message, in its order: put together with an empty line between, it is what is sent. */
  parts: z.array(z.object({ id: z.string(), title: z.string(), text: z.string(), tokens: z.number() })),
  tools: z.array(
    z.object({
      name: z.string(),
      /** The id of the toolset. */
      toolset: z.string(),
      description: z.string(),
      schema: z.record(z.string(), z.unknown()),
      tokens: z.number(),
    }),
  ),
  /** Tokens in all. */
  total: z.number(),
});
export type AssembledPrompt = z.infer<typeof assembledPrompt>;
