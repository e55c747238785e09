import { z } from "zod";
import { isStorable } from "@/lib/shared/text/storable";
import { isBuiltIn } from "./names";

/** Maximum number of enabled tools. Providers accept at most 128 tools, which include the built-in ones. */
export const MAX_TOOLS = 64;
/** Maximum number of stored tools, because lists and name searches read all of them. */
export const MAX_STORED_TOOLS = 2_000;
const MAX_CODE = 200_000;
/** Maximum characters of the parameter schema, which is sent to the model in every step. */
const MAX_SCHEMA = 20_000;
/** Maximum size of a request with code and schema. JSON can encode one character as six bytes. */
export const TOOL_BYTES = 2_000_000;

/** Name of a tool that the agent or the user wrote. It appears in URLs, to the model and in files. */
export const toolName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    "A name starts with a lowercase letter and has at most 64 lowercase letters, digits and _",
  );

export const newToolName = toolName.refine((name) => !isBuiltIn(name), {
  error: ({ input }) => `"${input}" is the name of a built-in tool. Choose another name`,
});

export const toolDescription = z
  .string()
  .trim()
  .min(1, "Describe in a sentence what the tool does")
  .max(2_000, "A description has at most 2,000 characters")
  .refine(isStorable, "Contains a character that cannot be stored");

export const toolCode = z
  .string()
  .refine((code) => code.trim() !== "", "Code needs at least `return`")
  .refine((code) => code.length <= MAX_CODE, "Code has at most 200,000 characters")
  .refine(isStorable, "Contains a character that cannot be stored; write it as an escape, such as \\u0000");

export const parameterSchema = z
  .looseObject({})
  .refine(
    (schema) => JSON.stringify(schema).length <= MAX_SCHEMA,
    "A parameter_schema has at most 20,000 characters",
  );

/** Minimum and default of each limit. The default is also the maximum. */
export const TOOL_LIMITS = {
  memoryMb: { least: 8, usual: 64 },
  cpuMs: { least: 10, usual: 5_000 },
  wallMs: { least: 50, usual: 30_000 },
};

const limit = ({ least, usual }: { least: number; usual: number }) =>
  z.int().min(least).max(usual).optional();

export const toolLimits = z.strictObject({
  memoryMb: limit(TOOL_LIMITS.memoryMb),
  cpuMs: limit(TOOL_LIMITS.cpuMs),
  wallMs: limit(TOOL_LIMITS.wallMs),
});

export const toolVersion = z.int().min(1).max(1_000_000_000);

export const toolTrial = z.strictObject({ code: toolCode });

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
  /** null restores the default limits. */
  limits: toolLimits.nullish(),
  enabled: z.boolean().optional(),
  /** The version that was edited. If another version is live, the change is a conflict. */
  version: toolVersion.optional(),
});
