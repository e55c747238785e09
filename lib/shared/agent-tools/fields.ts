import { z } from "zod";
import { isStorable } from "../storable";
import { isBuiltIn } from "./names";

const MAX_CODE = 200_000;
/** The model reads it in every step. */
const MAX_SCHEMA = 20_000;
/** Of a request that holds both: JSON may write a character in six. */
export const TOOL_BYTES = 2_000_000;

/** Of a tool that the agent or the person has written, in its address, for the model and in files. */
export const toolName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    "A name begins with a small letter and has at most 64 small letters, digits and _",
  );

export const newToolName = toolName.refine((name) => !isBuiltIn(name), {
  error: ({ input }) => `"${input}" is the name of a built-in tool. Take another one`,
});

export const toolDescription = z
  .string()
  .trim()
  .min(1, "Say in a sentence what it does")
  .max(2_000, "A description has at most 2,000 characters")
  .refine(isStorable, "It holds a character that cannot be stored");

export const toolCode = z
  .string()
  .refine((code) => code.trim() !== "", "Code needs at least `return`")
  .refine((code) => code.length <= MAX_CODE, "Code has at most 200,000 characters")
  .refine(isStorable, "It holds a character that cannot be stored; write it as an escape, such as \\u0000");

export const parameterSchema = z
  .looseObject({})
  .refine(
    (schema) => JSON.stringify(schema).length <= MAX_SCHEMA,
    "A parameter_schema has at most 20,000 characters",
  );

/** What a run may use; each may only be less than usual, which is the highest that stands here. */
export const toolLimits = z.strictObject({
  memoryMb: z.int().min(8).max(64).optional(),
  cpuMs: z.int().min(10).max(5_000).optional(),
  wallMs: z.int().min(50).max(30_000).optional(),
});

export const toolVersion = z.int().min(1).max(1_000_000_000);

export const newAgentTool = z.strictObject({
  name: newToolName,
  description: toolDescription,
  parameter_schema: parameterSchema,
  code: toolCode,
  limits: toolLimits.nullish(),
});

export const agentToolChange = z.strictObject({
  description: toolDescription.optional(),
  parameter_schema: parameterSchema.optional(),
  code: toolCode.optional(),
  /** null: the usual ones again. */
  limits: toolLimits.nullish(),
  enabled: z.boolean().optional(),
  /** The version that was changed; another one since is a conflict. */
  version: toolVersion.optional(),
});
