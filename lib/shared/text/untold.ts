import type { z } from "zod";

const all = new WeakSet<object>();

/** A field, or one of several choices, that is taken and not told to models: few have a use for it, and each pays for reading of it. */
export function untold<T extends z.ZodType>(schema: T): T {
  all.add(schema);
  return schema;
}

export const isUntold = (schema: object): boolean => all.has(schema);

const words = new WeakMap<object, string>();

/** A field of which models are told in words: all that it takes would be long to list. */
export function toldAs<T extends z.ZodType>(schema: T, said: string): T {
  words.set(schema, said);
  return schema;
}

export const wordsFor = (schema: object): string | undefined => words.get(schema);
