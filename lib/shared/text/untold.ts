import type { z } from "zod";

const all = new WeakSet<object>();

/**
 * Accepts a field or an alternative but omits it from the schema for models. Few calls use it, and every
 * request would pay for its tokens.
 */
export function untold<T extends z.ZodType>(schema: T): T {
  all.add(schema);
  return schema;
}

export const isUntold = (schema: object): boolean => all.has(schema);

const words = new WeakMap<object, string>();

/** Shows models a sentence instead of the schema of a field, which would be long. */
export function toldAs<T extends z.ZodType>(schema: T, said: string): T {
  words.set(schema, said);
  return schema;
}

export const wordsFor = (schema: object): string | undefined => words.get(schema);
