import type { z } from "zod";

/** What a block knows of itself, without its view. */
export type BlockDefinition<Schema extends z.ZodType> = {
  /** One sentence for the model: when to take this block. */
  description: string;
  /** What the model is shown and what a view may rely on. */
  schema: Schema;
  example: z.input<Schema>;
  /** Models hear of it by its name alone, and of the rest by describe_blocks. */
  isRare?: boolean;
  /** Rewrites what models write instead, where only one meaning is possible. Must leave a correct block as it is. */
  mend?: (raw: Raw) => Raw;
};

export type Raw = Record<string, unknown>;

export function defineBlock<Schema extends z.ZodType>(definition: BlockDefinition<Schema>) {
  return definition;
}

export function isRecord(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Takes the first alias that is there for a name that is missing. */
export function renamed(raw: Raw, name: string, ...aliases: string[]): Raw {
  if (raw[name] !== undefined) return raw;
  const alias = aliases.find((key) => raw[key] !== undefined);
  if (alias === undefined) return raw;
  const { [alias]: value, ...rest } = raw;
  return { ...rest, [name]: value };
}
