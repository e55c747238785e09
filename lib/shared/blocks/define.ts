import type { z } from "zod";

export type BlockDefinition<Schema extends z.ZodType> = {
  description: string;
  schema: Schema;
  example: z.input<Schema>;
  /** Models get only the name in the tool description. `describe_blocks` returns the rest. */
  isRare?: boolean;
  /** Rewrites unambiguous variants that models write. A correct block must stay unchanged. */
  mend?: (raw: Raw) => Raw;
};

export type Raw = Record<string, unknown>;

export function defineBlock<Schema extends z.ZodType>(definition: BlockDefinition<Schema>) {
  return definition;
}

export function isRecord(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Renames the first present alias to `name`, if `name` is missing. */
export function renamed(raw: Raw, name: string, ...aliases: string[]): Raw {
  if (raw[name] !== undefined) return raw;
  const alias = aliases.find((key) => raw[key] !== undefined);
  if (alias === undefined) return raw;
  const { [alias]: value, ...rest } = raw;
  return { ...rest, [name]: value };
}
