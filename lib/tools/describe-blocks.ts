import { HOOKS } from "@/lib/authored/components/describe";
import { type BlockType, blocks, isBlockType } from "@/lib/shared/blocks/index";
import { AppError } from "@/lib/shared/errors";
import { toModelSchema } from "./model-schema";

const EDITS = {
  on: "A block may have an id. Edits name a block by its id or its index, as the edits before have left them. Blocks of columns and tabs go by their id, or by the layout's index and a path.",
  examples: [
    { op: "patch", index: 1, path: "columns[1]", patch: { kind: "date" } },
    { op: "patch", id: "intro", path: "content", find: "last week", replace: "this week" },
    { op: "insert", index: 0, block: blocks.alert.example },
    { op: "replace", id: "sales", block: blocks.chart.example },
    { op: "remove", index: 2 },
    { op: "insert", index: 3, path: "columns[0].blocks[1]", block: blocks.alert.example },
  ],
};

/** All that blocks may hold, for a model that needs more than its tools say. Throws words for it where there is none of a name. */
export function describeBlocks(types: readonly string[] = []) {
  const unknown = types.filter((type) => !isBlockType(type));
  if (unknown.length > 0)
    throw new AppError(
      "not_found",
      `There is no block ${unknown.join(", ")}. There are: ${Object.keys(blocks).join(", ")}.`,
    );
  const wanted = types.filter(isBlockType);
  if (wanted.length === 0) {
    const all = Object.entries(blocks).map(([type, { description }]) => [type, description]);
    const note = "Give types for their fields.";
    return { blocks: Object.fromEntries(all), edits: EDITS, components: HOOKS, note };
  }
  return { blocks: Object.fromEntries(wanted.map((type) => [type, described(type)])) };
}

function described(type: BlockType) {
  const { description, schema, example } = blocks[type];
  return { description, schema: toModelSchema(schema), example };
}
