import * as z from "zod/mini";

/* `askModel` of components. Uses zod/mini because frames load this module. */

export const MAX_PROMPT = 20_000;
/** Maximum JSON characters of a schema. */
export const MAX_ANSWER_SCHEMA = 10_000;

export const modelQuestion = {
  prompt: z.string().check(z.minLength(1, "Write a prompt"), z.maxLength(MAX_PROMPT)),
  schema: z.record(z.string(), z.unknown()),
};
export type ModelQuestion = { prompt: string; schema: Record<string, unknown> };
