import { z } from "zod";
import { label, uuid } from "@/lib/shared/ids";
import { originList } from "@/lib/shared/origins";
import { isStorable } from "@/lib/shared/text/storable";

const MAX_CODE = 200_000;
const MAX_SCHEMA = 100_000;
/** Maximum size of a request with code and schema. JSON can encode one character as six bytes. */
export const COMPONENT_BYTES = 2_000_000;

export const componentName = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_ -]{0,62}[A-Za-z0-9_-])?$/,
    "A name starts with a letter or digit and has at most 64 letters (a to z), digits, spaces, _ and -, with no space at the end",
  );

export const componentDescription = z
  .string()
  .trim()
  .min(1, "Describe in a sentence what the component does")
  .max(2_000, "A description has at most 2,000 characters")
  .refine(isStorable, "Contains a character that cannot be stored");

export const componentCode = z
  .string()
  .refine((code) => code.trim() !== "", "Code needs at least `export default`")
  .refine((code) => code.length <= MAX_CODE, "Code has at most 200,000 characters")
  .refine(isStorable, "Contains a character that cannot be stored; write it as an escape, such as \\u0000");

export const propsSchema = z
  .looseObject({})
  .refine(
    (schema) => JSON.stringify(schema).length <= MAX_SCHEMA,
    "A props_schema has at most 100,000 characters",
  );
export type PropsSchema = z.infer<typeof propsSchema>;

export const componentVersion = z.int().min(1).max(1_000_000_000);

const fields = {
  name: componentName,
  description: componentDescription,
  code: componentCode,
  props_schema: propsSchema.nullish(),
};

/** Saves a version even if it fails its test. The client sets this after the user has seen the failure. */
const accept = z.boolean().optional();

/**
 * The surface that the user keeps as a component, or the sites that it was fetched from. The component has the
 * same web origins.
 */
const from = z
  .union([
    z.strictObject({ conversation: uuid, messageId: label, toolCallId: label }),
    z.strictObject({ origins: originList }),
  ])
  .optional();

export const newComponent = z.strictObject({ ...fields, accept, from });

export const componentChange = z.strictObject({
  description: componentDescription.optional(),
  code: componentCode.optional(),
  /** null removes the schema. */
  props_schema: fields.props_schema,
  /** The version that was edited. If another version is live, the change is a conflict. */
  version: componentVersion.optional(),
  accept,
});

export const componentTrial = z.strictObject({
  code: componentCode,
  props_schema: fields.props_schema,
  /** Also tests the component by rendering it, which takes longer. */
  gate: z.boolean().optional(),
});

/** Code received so far, and the hash of the preview that is already shown. */
export const componentPrefix = z.strictObject({
  code: componentCode,
  known: z.string().max(64).optional(),
  /**
   * True if the code is complete. Then it must compile as a whole; otherwise its longest prefix that compiles
   * is used.
   */
  whole: z.boolean().optional(),
});

export const restoration = z.strictObject({ accept }).optional();

/** The JSON file of a component, for export and import. */
export const componentFile = z.strictObject({ easel: z.literal("component"), ...fields });
export type ComponentFile = z.infer<typeof componentFile>;
