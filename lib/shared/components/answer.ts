import { z } from "zod";

const MAX_BYTES = 1_000_000;

/** An answer that a component sends with `callTool(action, payload)`. The payload can be any JSON. */
export const componentAnswer = z
  .looseObject({
    action: z
      .string()
      .min(1, "An action needs at least one character")
      .max(200, "An action has at most 200 characters"),
  })
  .refine((answer) => bytesOf(answer) <= MAX_BYTES, "The answer of a component is at most 1 MB of JSON");

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
