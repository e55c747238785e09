import type { z } from "zod";

const all = new WeakSet<object>();

/** A field that is taken and not told to models: few have a use for it, and each pays for reading of it. */
export function untold<T extends z.ZodType>(schema: T): T {
  all.add(schema);
  return schema;
}

export const isUntold = (schema: object): boolean => all.has(schema);
