import type { z } from "zod";

const hidden = new WeakSet<object>();

/**
 * Accepts a field or an alternative but omits it from the schema for models. Few calls use it, and every
 * request would pay for its tokens.
 */
export function hideFromModels<T extends z.ZodType>(schema: T): T {
  hidden.add(schema);
  return schema;
}

export const isHiddenFromModels = (schema: object): boolean => hidden.has(schema);

const descriptions = new WeakMap<object, string>();

/** Shows models a sentence instead of the schema of a field, which would be long. */
export function describeAs<T extends z.ZodType>(schema: T, description: string): T {
  descriptions.set(schema, description);
  return schema;
}

export const descriptionFor = (schema: object): string | undefined => descriptions.get(schema);
