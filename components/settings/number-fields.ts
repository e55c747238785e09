import type { z } from "zod";
import { formatTag } from "@/lib/shared/i18n/locale";

export type NumberField<N extends string> = {
  name: N;
  /** Element id, if another field on the page has the same name. */
  id?: string;
  label: string;
  unit: string;
  hint?: string;
  /** The valid range as text; `schema` validates it. */
  rule: string;
  schema: z.ZodType<number | null>;
};

type Values<N extends string> = Record<N, number | null>;

/** Formats values for the fields: grouped digits, and "" for null. */
export const asFields = <N extends string>(
  fields: readonly NumberField<N>[],
  values: Values<N>,
): Record<string, string> => Object.fromEntries(fields.map(({ name }) => [name, shown(values[name])]));

export function readFields<N extends string>(
  fields: readonly NumberField<N>[],
  inputs: Record<string, string>,
): { values: Values<N> } | { wrong: Map<N, string> } {
  const read = fields.map((field) => ({
    field,
    result: field.schema.safeParse(parsed(inputs[field.name] ?? "")),
  }));
  const wrong = read.flatMap(({ field, result }) =>
    result.success ? [] : [[field.name, field.rule] as const],
  );
  if (wrong.length > 0) return { wrong: new Map(wrong) };
  const values = read.map(({ field, result }) => [field.name, result.data ?? null]);
  return { values: Object.fromEntries(values) };
}

export const shown = (value: number | null) =>
  value === null ? "" : value.toLocaleString(formatTag(), { maximumFractionDigits: 6 });

/** Accepts digits grouped as in the user's language, such as "2,000,000" or "2.000.000", and "2 000 000". */
function parsed(text: string): number | null {
  const isDecimalComma = (0.5).toLocaleString(formatTag()).includes(",");
  const plain = text
    .replace(/[\s']/g, "")
    .replace(isDecimalComma ? /\.(?=\d{3}(?!\d))/g : /,(?=\d{3}(?!\d))/g, "");
  return plain === "" ? null : Number(isDecimalComma ? plain.replace(",", ".") : plain);
}
