import { isRecord } from "@/lib/shared/chat/parts";

type Values = Record<string, unknown>;

export function firstArgs(schema: Values): Values {
  const { properties, default: whole, examples } = schema;
  if (isRecord(whole)) return whole;
  if (Array.isArray(examples) && isRecord(examples[0])) return examples[0];
  if (!isRecord(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, one]): [string, unknown][] => {
      if (!isRecord(one)) return [];
      if ("default" in one) return [[name, one.default]];
      return Array.isArray(one.examples) && one.examples.length > 0 ? [[name, one.examples[0]]] : [];
    }),
  );
}

export const takesNothing = ({ type, properties, ...rest }: Values): boolean =>
  (type === undefined || type === "object") &&
  (properties === undefined || (isRecord(properties) && Object.keys(properties).length === 0)) &&
  Object.keys(rest).every((key) => SILENT.has(key));

const SILENT = new Set(["additionalProperties", "required", "title", "description", "$schema"]);
