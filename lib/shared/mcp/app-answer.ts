import { z } from "zod";

const MAX_TEXT = 20_000;
const MAX_CONTEXT = 100_000;

const context = z
  .unknown()
  .refine(
    (value) => JSON.stringify(value ?? null).length <= MAX_CONTEXT,
    `The context of an app is at most ${MAX_CONTEXT.toLocaleString("en")} characters of JSON`,
  )
  .optional();

/**
 * The user's answer in an app: a message that the app sends on their behalf, or a dismissal. `context` is the
 * last context for the model that the app has set.
 */
export const appAnswer = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("say"),
    text: z
      .string()
      .min(1, "A message of an app has at least one character")
      .max(MAX_TEXT, `A message of an app has at most ${MAX_TEXT.toLocaleString("en")} characters`),
    context,
  }),
  z.strictObject({ action: z.literal("dismiss"), context }),
]);
export type AppAnswer = z.infer<typeof appAnswer>;
