import type { z } from "zod";

export type NumberField<N extends string> = {
  name: N;
  /** In the page, where another field of it has this name. */
  id?: string;
  label: string;
  unit: string;
  hint?: string;
  /** What it may be, in words and as a schema. */
  rule: string;
  schema: z.ZodType<number | null>;
};

type Values<N extends string> = Record<N, number | null>;

/** As the fields show them: grouped digits, and nothing for null. */
export const asFields = <N extends string>(
  fields: readonly NumberField<N>[],
  values: Values<N>,
): Record<string, string> => Object.fromEntries(fields.map(({ name }) => [name, shown(values[name])]));

/** What the fields say, or what is wrong with each that is. */
export function readFields<N extends string>(
  fields: readonly NumberField<N>[],
  given: Record<string, string>,
): { values: Values<N> } | { wrong: Map<N, string> } {
  const read = fields.map((field) => ({
    field,
    result: field.schema.safeParse(parsed(given[field.name] ?? "")),
  }));
  const wrong = read.flatMap(({ field, result }) =>
    result.success ? [] : [[field.name, field.rule] as const],
  );
  if (wrong.length > 0) return { wrong: new Map(wrong) };
  const values = read.map(({ field, result }) => [field.name, result.data ?? null]);
  return { values: Object.fromEntries(values) };
}

export const shown = (value: number | null) =>
  value === null ? "" : value.toLocaleString("en", { maximumFractionDigits: 6 });

/** Takes "2,000,000" and "2 000 000" alike. */
function parsed(text: string): number | null {
  const plain = text.replace(/[\s,']/g, "");
  return plain === "" ? null : Number(plain);
}
