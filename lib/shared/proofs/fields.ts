import { z } from "zod";
import { jsonValue } from "@/lib/shared/json-value";
import { EXPECTATIONS, MAX_EXAMPLE_CHARS, PROVEN, TRIED } from "./contract";

const small = jsonValue.refine(
  (value) => (JSON.stringify(value) ?? "").length <= MAX_EXAMPLE_CHARS,
  `An example has at most ${MAX_EXAMPLE_CHARS.toLocaleString("en")} characters of JSON. Keep a smaller one`,
);

const name = z.string().min(1).max(200);
const id = z.string().min(1).max(200);

/** An item that can be proven: a tool or component is checked, another one is tried on recent turns. */
export const provenItem = z.strictObject({ kind: z.enum(PROVEN), name });

/** The recorded call or turn from which an example is made, or an item with an input. */
export const newExample = z.union([
  z.strictObject({
    conversationId: z.uuid(),
    messageId: id,
    toolCallId: id,
  }),
  z.strictObject({ kind: z.enum(TRIED), name, conversationId: z.uuid(), messageId: id }),
  z.strictObject({ kind: z.enum(PROVEN).exclude(TRIED), name, input: small }),
]);
export type NewExampleFields = z.output<typeof newExample>;

export const exampleFields = z.strictObject({
  input: small,
  expected: z
    .strictObject({ as: z.enum(EXPECTATIONS), value: small.optional() })
    .refine(({ as, value }) => as === "success" || value !== undefined, {
      path: ["value"],
      message: "Give the value that the result is compared with",
    }),
});

export const exampleChange = exampleFields.partial();

export const proofAction = z.strictObject({ action: z.enum(["use", "discard"]) });

/** The aim of a change. */
export const proofWhy = z.string().trim().max(300);
