import { z } from "zod";
import { problemOfCall, sheetId, waits } from "../chat/sheet-call";
import { untold } from "../untold";
import { alert } from "./alert";
import { blockEdits } from "./block-edit";
import { chart } from "./chart";
import { choice } from "./choice";
import { code } from "./code";
import { type BlockDefinition, isRecord } from "./define";
import { file } from "./file";
import { form } from "./form";
import { image } from "./image";
import { json } from "./json";
import { markdown } from "./markdown";
import { metrics } from "./metrics";
import { isWithin } from "./size";
import { table } from "./table";
import { timeline } from "./timeline";

/** Every block that an agent can put on the canvas. A new one is a line here and its view. */
export const blocks = {
  ...{ markdown, table, chart, form, code, image, alert, json },
  ...{ metrics, choice, timeline, file },
};

export type BlockType = keyof typeof blocks;
export type Block<Type extends BlockType = BlockType> = z.output<(typeof blocks)[Type]["schema"]> & InSheet;

/** What any block may have: a name to change it by, and where what the person does in it is kept once others came before it. */
const inSheet = {
  id: untold(z.string().min(1).max(100).optional()),
  place: untold(z.int().min(0).max(1_000_000).optional()),
};
type InSheet = { id?: string; place?: number };

type Schema = (typeof blocks)[BlockType]["schema"];
const schemas = Object.values(blocks).map(({ schema, description, isRare }: BlockDefinition<z.ZodObject>) => {
  const whole = schema.safeExtend(inSheet).describe(description);
  return isRare ? untold(whole) : whole;
}) as unknown as [Schema, ...Schema[]];

/** Of which models are told by their names. */
export const rareBlocks = Object.entries(blocks).flatMap(
  ([type, { isRare }]: [string, { isRare?: boolean }]) => (isRare ? [type] : []),
);

const MAX_BLOCKS = 50;
const title = z.string().max(200).optional();

export const blockSchema = z.preprocess(mendBlock, z.discriminatedUnion("type", schemas));

/** The input of `render_blocks`. Parsing what it returned gives the same again. */
export const renderBlocksInput = z.preprocess(
  mendInput,
  z.object({
    blocks: z.array(blockSchema).min(1).max(MAX_BLOCKS),
    title,
  }),
);

export type RenderBlocksInput = z.output<typeof renderBlocksInput>;

/** A call of `render_blocks`: a new sheet, or what becomes of one that is there. */
export const renderBlocksCall = z.preprocess(
  mendInput,
  z
    .object({
      surface: sheetId,
      edits: blockEdits.optional(),
      blocks: z.array(blockSchema).min(1).max(MAX_BLOCKS).optional(),
      title,
      wait: waits,
    })
    .superRefine(({ surface, edits, blocks }, context) => {
      const problem = problemOfCall({ surface, edits, whole: blocks }, "blocks");
      // Without a sheet to change, it is told as any field that is missing.
      if (problem) context.addIssue({ code: "custom", ...problem });
    }),
);
export type RenderBlocksCall = z.output<typeof renderBlocksCall>;

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

/** Some models send a list as JSON text. */
export function unwrapBlocks(raw: unknown): unknown {
  if (!isRecord(raw)) return raw;
  const unwrapped = { ...raw };
  for (const name of ["blocks", "edits"]) {
    const text = raw[name];
    if (typeof text !== "string") continue;
    try {
      unwrapped[name] = JSON.parse(text);
    } catch {
      // It is refused as what it is.
    }
  }
  return unwrapped;
}
