import * as z from "zod/mini";

export const FAMILIES = ["gpt", "claude", "gemini", "other"] as const;
export type FamilyId = (typeof FAMILIES)[number];

export const MAX_FAMILY_INSTRUCTIONS = 4_000;

export const modelFamily = z.object({
  id: z.enum(FAMILIES),
  title: z.string(),
  models: z.string(),
  prompt: z.string(),
  /** The user's text that replaces `prompt`; null if the user has not changed it. */
  instructions: z.nullable(z.string()),
});
export type ModelFamily = z.infer<typeof modelFamily>;

export const modelFamilies = z.object({ families: z.array(modelFamily) });
export const changedFamily = z.object({ family: modelFamily });
