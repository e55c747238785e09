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

/** A block that exports and messengers render from Markdown. */
export type MarkdownBlock<Schema extends z.ZodType> = BlockDefinition<Schema> & {
  toMarkdown: (block: z.output<Schema>) => string;
};

export type Raw = Record<string, unknown>;

/**
 * Without `toMarkdown`, types demand a rendering in `components/workspace/export/blocks` and in
 * `lib/doors/channels/render/blocks.ts`.
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
