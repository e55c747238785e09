import * as z from "zod/mini";

/** What `GET /api/model-families` sends and the browser reads. */

export const FAMILIES = ["gpt", "claude", "gemini", "other"] as const;
export type FamilyId = (typeof FAMILIES)[number];

/** Characters of the person's words for a family. */
export const MAX_FAMILY_INSTRUCTIONS = 4_000;

export const modelFamily = z.object({
  id: z.enum(FAMILIES),
  title: z.string(),
  /** Which those are, in words. */
  models: z.string(),
  /** Our words. */
  prompt: z.string(),
  /** The person's, in place of ours; null: ours hold. */
  instructions: z.nullable(z.string()),
});
export type ModelFamily = z.infer<typeof modelFamily>;

export const modelFamilies = z.object({ families: z.array(modelFamily) });
export const changedFamily = z.object({ family: modelFamily });
