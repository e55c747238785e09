import type { z } from "zod";

export type BlockDefinition<Schema extends z.ZodType> = {
  description: string;
  schema: Schema;
  example: z.input<Schema>;
  /** The tool description has only the name of the block; the model gets the rest from `describe_blocks`. */
  isRare?: boolean;
  /** Rewrites variants that models write and that can only mean one thing. Must not change a correct block. */
  mend?: (raw: Raw) => Raw;
};

/** A block with a Markdown version, which exports and messengers render. */
export type MarkdownBlock<Schema extends z.ZodType> = BlockDefinition<Schema> & {
  toMarkdown: (block: z.output<Schema>) => string;
};

export type Raw = Record<string, unknown>;

/**
 * Defines a block. If it has no `toMarkdown`, the types require a rendering of it in
 * `components/workspace/export/blocks` and `lib/doors/channels/render/blocks.ts`.
 */
export function defineBlock<Schema extends z.ZodType>(
  definition: MarkdownBlock<Schema>,
): MarkdownBlock<Schema>;
export function defineBlock<Schema extends z.ZodType>(
  definition: BlockDefinition<Schema>,
): BlockDefinition<Schema>;
export function defineBlock<Schema extends z.ZodType>(definition: BlockDefinition<Schema>) {
  return definition;
}

/** Escapes text for Markdown, as one line that shows exactly its characters. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>#|~!&$]/g, "\\$&")
    .replace(/^(\d{1,9}(?=[.)])|(?=[-+=]))/, "$1\\");

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
