import { isRecord } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/schemaForm";

export type SchemaField = {
  name: string;
  kind: "text" | "long" | "number" | "boolean" | "choice" | "many" | "json";
  title?: string;
  hint: string | undefined;
  isRequired: boolean;
  /** The values to choose from, each as JSON. Only for fields of kind `choice` or `many`. */
  choices: readonly string[];
  labels?: readonly string[];
};

type Schema = Record<string, unknown>;

/** Name of the single field that contains all values, if the schema has no properties. */
export const WHOLE = "";

/**
 * Returns a field for each property of a schema; for a schema without properties, one JSON field for all
 * values.
 */
export function fieldsOf(schema: Schema | null): SchemaField[] {
  const { properties, required } = schema ?? {};
  if (!schema || isWhole(schema) || !isRecord(properties))
    return [{ name: WHOLE, kind: "json", hint: undefined, isRequired: false, choices: [] }];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, property]) => {
    const one = resolve(schema, property);
    const { title, description } = one;
    const { values, labels } = choicesOf(one.type === "array" && isRecord(one.items) ? one.items : one);
    return {
      name,
      ...(typeof title === "string" && title.trim() !== "" && { title }),
      kind: kindOf(one, values),
      hint: typeof description === "string" ? description : undefined,
      isRequired: needed.includes(name),
      choices: values.map((value) => JSON.stringify(value)),
      ...(labels && { labels }),
    };
  });
}

export const isWhole = (schema: Schema | null): boolean => {
  const properties = schema?.properties;
  return !isRecord(properties) || Object.keys(properties).length === 0;
};

/** Reads choices from an enum, with or without names, or from constants with titles. */
function choicesOf({ enum: values, enumNames, oneOf, anyOf = oneOf }: Schema): {
  values: readonly unknown[];
  labels?: readonly string[];
} {
  if (Array.isArray(values)) {
    const isNamed = Array.isArray(enumNames) && enumNames.length === values.length;
    return { values, ...(isNamed && { labels: enumNames.map(String) }) };
  }
  if (!Array.isArray(anyOf) || !anyOf.every((one) => isRecord(one) && "const" in one)) return { values: [] };
  return {
    values: anyOf.map((one) => one.const),
    labels: anyOf.map(({ title, const: value }) => String(title ?? value)),
  };
}

function kindOf({ type, format, maxLength }: Schema, values: readonly unknown[]): SchemaField["kind"] {
  if (values.length > 0) return type === "array" ? "many" : "choice";
  if (type === "boolean") return "boolean";
  if (type === "number" || type === "integer") return "number";
  if (type !== "string") return "json";
  return format === "textarea" || format === "markdown" || Number(maxLength) > 200 ? "long" : "text";
}

/** Resolves a reference such as `#/$defs/item`; returns the schema itself if there is no target. */
function resolve(root: Schema, value: unknown): Schema {
  if (!isRecord(value)) return {};
  if (typeof value.$ref !== "string") return value;
  const keys = value.$ref.split("/").slice(1);
  const found = keys.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), root);
  return isRecord(found) ? { ...found, ...value } : value;
}

export function textOf({ kind }: SchemaField, value: unknown): string {
  if (value === undefined) return "";
  if (kind === "choice" || kind === "many") return JSON.stringify(value);
  if ((kind === "text" || kind === "long") && typeof value === "string") return value;
  if (kind === "number" && typeof value === "number") return String(value);
  return kind === "json" ? JSON.stringify(value, null, 2) : String(value);
}

export type ReadField = { value?: unknown } | { problem: string };

/** Parses the text of a field. Returns no value if it is empty and optional. */
export function readField({ kind, isRequired }: SchemaField, text: string): ReadField {
  if (kind === "text" || kind === "long") return text === "" && !isRequired ? {} : { value: text };
  if (kind === "boolean") return text === "" && !isRequired ? {} : { value: text === "true" };
  if (text.trim() === "") return isRequired ? { problem: MISSING[kind] } : {};
  if (kind === "number") {
    const value = Number(text);
    return Number.isFinite(value) ? { value } : { problem: t("notANumber") };
  }
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: t("invalidJson", { message: error instanceof Error ? error.message : "" }) };
  }
}

const MISSING = {
  get number() {
    return t("enterNumber");
  },
  get choice() {
    return t("chooseOne");
  },
  get many() {
    return t("chooseSome");
  },
  get json() {
    return t("enterJson");
  },
} as const;
