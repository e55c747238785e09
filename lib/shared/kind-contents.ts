import * as z from "zod/mini";

/* Contents of versions as the history reads them, which may be older than the current schemas. */

export const toolContent = z.object({
  description: z.string(),
  parameter_schema: z.unknown(),
  code: z.string(),
  limits: z.optional(z.unknown()),
});
export const jobContent = z.object({
  name: z.string(),
  instruction: z.string(),
  kind: z.string(),
  spec: z.record(z.string(), z.unknown()),
});
export const blockContent = z.object({
  kind: z.string(),
  text: z.string(),
  description: z.string(),
  permission: z.string(),
  charLimit: z.number(),
});
export const factContent = z.object({
  layer: z.string(),
  content: z.string(),
  category: z.nullable(z.string()),
  certainty: z.number(),
});
export const stateContent = z.object({ value: z.unknown() });
