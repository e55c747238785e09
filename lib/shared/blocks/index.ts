import { z } from "zod";
import { alert } from "./alert";
import { chart } from "./chart";
import { code } from "./code";
import { type BlockDefinition, isRecord } from "./define";
import { form } from "./form";
import { image } from "./image";
import { json } from "./json";
import { markdown } from "./markdown";
import { isWithin } from "./size";
import { table } from "./table";

/** Every block that an agent can put on the canvas. A new one is a line here and its view. */
export const blocks = { markdown, table, chart, form, code, image, alert, json };

export type BlockType = keyof typeof blocks;
export type Block<Type extends BlockType = BlockType> = z.output<(typeof blocks)[Type]["schema"]>;

type Schema = (typeof blocks)[BlockType]["schema"];
const schemas = Object.values(blocks).map(({ schema, description }) => schema.describe(description)) as [
  Schema,
  ...Schema[],
];

export const blockSchema = z.preprocess(mendBlock, z.discriminatedUnion("type", schemas));

/** The input of `render_blocks`. Parsing what it returned gives the same again. */
export const renderBlocksInput = z.preprocess(
  mendInput,
  z.object({
    blocks: z.array(blockSchema).min(1).max(50),
    title: z.string().max(200).optional(),
  }),
);

export type RenderBlocksInput = z.output<typeof renderBlocksInput>;

export function isBlockType(type: unknown): type is BlockType {
  return typeof type === "string" && Object.hasOwn(blocks, type);
}

/** Rewrites the common variations of a block; what it cannot mend stays as it is, for the schema to refuse. */
export function mendBlock(raw: unknown): unknown {
  if (!isRecord(raw) || !isBlockType(raw.type)) return raw;
  const definition: BlockDefinition<Schema> = blocks[raw.type];
  return definition.mend?.(raw) ?? raw;
}

const LIMITS = { chars: 4_000_000, depth: 100 };

function mendInput(raw: unknown, context: z.RefinementCtx): unknown {
  if (isWithin(raw, LIMITS)) return unwrapBlocks(raw);
  context.addIssue({
    code: "custom",
    message: "is too large: at most 4,000,000 characters, 100 levels deep",
  });
  return z.NEVER;
}

/** Some models send the list as JSON text. */
export function unwrapBlocks(raw: unknown): unknown {
  if (!isRecord(raw) || typeof raw.blocks !== "string") return raw;
  try {
    return { ...raw, blocks: JSON.parse(raw.blocks) };
  } catch {
    return raw;
  }
}
