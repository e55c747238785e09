import { z } from "zod";
import { problemOfCall, surfaceId, waits } from "@/lib/shared/chat/surfaces/surface-call";
import { hideFromModels } from "@/lib/shared/text/schema-for-models";
import { alert } from "./alert";
import { blockEdits } from "./block-edit";
import { chart } from "./chart";
import { choice } from "./choice";
import { code } from "./code";
import { type BlockDefinition, isRecord } from "./define";
import { diagram } from "./diagram";
import { file } from "./file";
import { form } from "./form";
import { image } from "./image";
import { json } from "./json";
import { layouts } from "./layout";
import { type Leaf, leavesOf } from "./leaves";
import { markdown } from "./markdown";
import { metrics } from "./metrics";
import { isWithin } from "./size";
import { table } from "./table";
import { timeline } from "./timeline";

/** The blocks that display content. To add one, add a line here and a view. */
const leaves = {
  ...{ markdown, table, chart, form, code, image, alert, json },
  ...{ metrics, choice, timeline, diagram, file },
};
export type LeafType = keyof typeof leaves;

type WithMarkdown = Extract<(typeof leaves)[LeafType], { toMarkdown: unknown }>;
/** Types of blocks without Markdown. Exports and messengers need special code for each. */
export type DrawnType = {
  [Type in LeafType]: (typeof leaves)[Type] extends WithMarkdown ? never : Type;
}[LeafType];

/**
 * Optional properties of every block: `id` names it in edits, and `place` is the key of the user's input in it.
 */
const inSurface = {
  id: hideFromModels(z.string().min(1).max(100).optional()),
  place: hideFromModels(z.int().min(0).max(1_000_000).optional()),
};
type InSurface = { id?: string; place?: number };

type LeafSchema = (typeof leaves)[LeafType]["schema"];

const whole = <S extends z.ZodType>(of: Record<string, BlockDefinition<z.ZodObject>>) =>
  Object.values(of).map(({ schema, description, isRare }) => {
    const extended = schema.safeExtend(inSurface).describe(description);
    return isRare ? hideFromModels(extended) : extended;
  }) as unknown as [S, ...S[]];

const leafSchema = z.preprocess(
  (raw) => mended(leaves, raw),
  z.discriminatedUnion("type", whole<LeafSchema>(leaves as unknown as Definitions)),
);

export const blocks = { ...leaves, ...layouts(leafSchema) };

export type BlockType = keyof typeof blocks;
export type Block<Type extends BlockType = BlockType> = z.output<(typeof blocks)[Type]["schema"]> & InSurface;

type Schema = (typeof blocks)[BlockType]["schema"];
type Definitions = Record<string, BlockDefinition<z.ZodObject>>;

export const rareBlocks = Object.entries(blocks).flatMap(
  ([type, { isRare }]: [string, { isRare?: boolean }]) => (isRare ? [type] : []),
);

const MAX_BLOCKS = 50;
const title = z.string().max(200).optional();

export const blockSchema = z.preprocess(
  mendBlock,
  z.discriminatedUnion("type", whole<Schema>(blocks as unknown as Definitions)),
);

/** The input of `render_blocks`. Parsing a parsed input again does not change it. */
export const renderBlocksInput = z.preprocess(
  mendInput,
  z.object({
    blocks: z.array(blockSchema).min(1).max(MAX_BLOCKS),
    title,
  }),
);

export type RenderBlocksInput = z.output<typeof renderBlocksInput>;

/** A call of `render_blocks`, which creates a surface or changes an existing one. */
export const renderBlocksCall = z.preprocess(
  mendInput,
  z
    .object({
      surface: surfaceId,
      edits: blockEdits.optional(),
      blocks: z.array(blockSchema).min(1).max(MAX_BLOCKS).optional(),
      title,
      wait: waits,
    })
    .superRefine(({ surface, edits, blocks }, context) => {
      const problem = problemOfCall({ surface, edits, whole: blocks }, "blocks");
      if (problem) context.addIssue({ code: "custom", ...problem });
    }),
);
export type RenderBlocksCall = z.output<typeof renderBlocksCall>;

export function isBlockType(type: unknown): type is BlockType {
  return typeof type === "string" && Object.hasOwn(blocks, type);
}

export function mendBlock(raw: unknown): unknown {
  return mended(blocks, raw);
}

function mended(of: Record<string, { mend?: BlockDefinition<z.ZodType>["mend"] }>, raw: unknown): unknown {
  if (!isRecord(raw) || typeof raw.type !== "string" || !Object.hasOwn(of, raw.type)) return raw;
  return of[raw.type]?.mend?.(raw) ?? raw;
}

export type LeafBlock = Block<LeafType>;

/** Returns the content of a block as Markdown; undefined for a block of `DrawnType`. */
export function markdownOf(block: LeafBlock): string | undefined {
  const definition = leaves[block.type] as { toMarkdown?: (block: LeafBlock) => string };
  return definition.toMarkdown?.(block);
}

/** Returns the blocks that display content, including those in layouts. */
export const leafBlocks = (all: readonly Block[]): Leaf<LeafBlock>[] => leavesOf(all) as Leaf<LeafBlock>[];

const LIMITS = { chars: 4_000_000, depth: 100 };

function mendInput(raw: unknown, context: z.RefinementCtx): unknown {
  if (isWithin(raw, LIMITS)) return unwrapBlocks(raw);
  context.addIssue({
    code: "custom",
    message: "is too large: at most 4,000,000 characters, 100 levels deep",
  });
  return z.NEVER;
}

/** Parses lists that some models send as JSON text. */
export function unwrapBlocks(raw: unknown): unknown {
  if (!isRecord(raw)) return raw;
  const unwrapped = { ...raw };
  for (const name of ["blocks", "edits"]) {
    const text = raw[name];
    if (typeof text !== "string") continue;
    try {
      unwrapped[name] = JSON.parse(text);
    } catch {
      // The schema rejects the text.
    }
  }
  return unwrapped;
}
