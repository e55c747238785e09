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

/** What the person answers in an app: words that it says for them, or that they are done with it. `context` is what it last told of its state, for models. */
export const appAnswer = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("say"),
    text: z
      .string()
      .min(1, "An app says at least one character")
      .max(MAX_TEXT, `An app says at most ${MAX_TEXT.toLocaleString("en")} characters at once`),
    context,
  }),
  z.strictObject({ action: z.literal("dismiss"), context }),
]);
export type AppAnswer = z.infer<typeof appAnswer>;
