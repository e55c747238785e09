import * as z from "zod/mini";
import { FAMILIES } from "./families";

/** Response of `GET /api/prompt/assembled`: the model's input before any message. */
export const assembledPrompt = z.object({
  /** `provider/model`; null if no model is available. */
  model: z.nullable(z.string()),
  /** The token counts come from the tokenizer of the model's family. Otherwise they are estimates. */
  isExact: z.boolean(),
  /** The system message in order. The parts are joined with an empty line. */
  parts: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      tokens: z.number(),
      /** The family of models that the part is for. */
      family: z.catch(z.optional(z.enum(FAMILIES)), undefined),
    }),
  ),
  tools: z.array(
    z.object({
      name: z.string(),
      toolset: z.string(),
      description: z.string(),
      schema: z.record(z.string(), z.unknown()),
      tokens: z.number(),
    }),
  ),
  total: z.number(),
});
export type AssembledPrompt = z.infer<typeof assembledPrompt>;
