import { z } from "zod";
import { newToolName, parameterSchema, toolCode, toolDescription, toolLimits } from "./agent-tools/fields";
import { componentCode, componentDescription, componentName, propsSchema } from "./components/fields";
import { AUTHORS, PARTS } from "./history";
import { identityText } from "./identity";
import { isoTime } from "./iso-time";
import { jsonValue } from "./json-value";
import { MAX_ORIGINS } from "./origins";
import { stateKey } from "./state-key";

/** What a whole agent is exported as and imported from: one JSON file. */

/** Texts may hold anything: a value of the state may, and what cannot be stored is refused where it stands. */
export const AGENT_FILE_SHAPE = { depth: 210, values: 3_000_000, anyText: true };

const version = z.int().min(1).max(1_000_000_000);

const toolFields = {
  description: toolDescription,
  parameter_schema: parameterSchema,
  code: toolCode,
  limits: toolLimits.nullable(),
};
const componentFields = {
  description: componentDescription,
  code: componentCode,
  props_schema: propsSchema.nullable(),
};

/** The lists are looked at entry by entry, by what follows: a hostile one is long. */
export const agentFile = z.strictObject({
  easel: z.literal("agent", "This is no agent that Easel has exported"),
  format: z.literal(1, "This format is not known here: it may be that of a newer Easel"),
  exportedAt: isoTime,
  prompt: identityText,
  notes: identityText,
  tools: z.array(z.unknown()).max(1_000, "An agent brings at most 1,000 tools"),
  components: z.array(z.unknown()).max(1_000, "An agent brings at most 1,000 components"),
  state: z.array(z.unknown()),
  /** Every version of each thing, each thing's own in their order. */
  history: z.array(z.unknown()),
});

export const fileTool = z.strictObject({ name: newToolName, ...toolFields, enabled: z.boolean() });
export const fileComponent = z.strictObject({ name: componentName, ...componentFields });
export const fileState = z.strictObject({ key: stateKey, value: jsonValue });

/** A version; its content is looked at by its kind. */
export const fileRevision = z.strictObject({
  kind: z.enum(PARTS),
  name: z.string(),
  version,
  author: z.enum(AUTHORS),
  content: z.unknown(),
  failure: z.string().max(20_000).nullable(),
  live: z.boolean(),
  /** On the web; none in files of before they were kept. */
  origins: z.array(z.string().min(1).max(300)).max(MAX_ORIGINS).optional(),
  createdAt: isoTime,
});
export type FileRevision = z.infer<typeof fileRevision>;

/** By kind, the names that there are and what a content is; null, a deletion, is none of it. */
export const fileContents = {
  system_prompt: { name: z.literal("system_prompt"), content: identityText },
  learned_notes: { name: z.literal("learned_notes"), content: identityText },
  tool: { name: newToolName, content: z.strictObject(toolFields) },
  component: { name: componentName, content: z.strictObject(componentFields) },
  state: { name: stateKey, content: z.strictObject({ value: jsonValue }) },
};
