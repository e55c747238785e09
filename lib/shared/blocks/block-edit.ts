import { z } from "zod";
import { nearestText } from "@/lib/shared/text/nearest-text";
import { replaceOnce } from "@/lib/shared/text/text-edits";
import { AppError } from "../errors";
import { isRecord, type Raw } from "./define";
import { blocksIn, INNER_PATH, leavesOf, partsOf } from "./leaves";

const MAX_EDITS = 100;

const where = {
  index: z.int("must be a whole number").min(0).optional(),
  id: z.string().min(1).max(100).optional(),
};
const inLayout = z
  .string()
  .regex(INNER_PATH, "must be the path of a block in a layout: columns[0].blocks[1]")
  .optional();
const block = z.looseObject({}, "must be a block");

const blockEdit = z
  .discriminatedUnion(
    "op",
    [
      z.object({ op: z.literal("replace"), ...where, path: inLayout, block }),
      z.object({ op: z.literal("insert"), ...where, path: inLayout, block }),
      z.object({ op: z.literal("remove"), ...where, path: inLayout }),
      z.object({
        op: z.literal("patch"),
        ...where,
        patch: z.looseObject({}, "must be an object of the fields that change").optional(),
        path: z.string().min(1).max(300).optional(),
        find: z.string().optional(),
        replace: z.string().optional(),
      }),
    ],
    { error: "must have an op: replace, insert, remove or patch" },
  )
  .superRefine((edit, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (edit.index !== undefined && edit.id !== undefined) add("id", "conflicts with index: give one");
    if (edit.op !== "insert" && edit.index === undefined && edit.id === undefined)
      add("index", "is missing: give the index of a block, from 0, or its id");
    if (edit.op !== "patch") return;
    const isText = edit.find !== undefined || edit.replace !== undefined;
    if (isText && (edit.find === undefined || edit.replace === undefined))
      add(edit.find === undefined ? "find" : "replace", "is missing: give both find and replace");
    if (isText === (edit.patch !== undefined))
      add("patch", "is missing: give the fields that change, or find and replace with the path of a text");
    if (isText && edit.path === undefined) add("path", "is missing: path of the text, such as content");
  });

export type BlockEdit = z.infer<typeof blockEdit>;

/** Edits of a surface's blocks. The description replaces the schema for models, because it is shorter. */
export const blockEdits = z
  .array(z.unknown().pipe(blockEdit))
  .min(1, "must hold at least one edit")
  .max(MAX_EDITS, `must have at most ${MAX_EDITS} edits: give the whole blocks`)
  .describe("Instead of blocks: { op: patch|insert|replace|remove, index, patch|block }");

type Placed = Raw & { place: unknown };

/**
 * Applies the edits in order, each to the result of the previous ones. Every block keeps its `place`, the key
 * under which the user's input in it is stored. If an edit is invalid, throws an AppError for the model, and no
 * edit is applied. Does not validate the resulting blocks.
 */
export function editedBlocks(before: readonly unknown[], edits: readonly BlockEdit[]): Raw[] {
  const blocks = placed(before);
  let last = Math.max(-1, ...listsIn(blocks).flatMap((list) => list.map(({ place }) => Number(place))));
  for (const [nth, edit] of edits.entries()) changeOne(blocks, edit, `edits[${nth}]`, () => ++last);
  if (blocks.length === 0) throw invalid("The edits would leave no block, so nothing was changed.");
  return blocks;
}

/**
 * Returns copies of the blocks and of the blocks in layouts, each with its place. The edits mutate these
 * copies.
 */
const placed = (blocks: readonly unknown[]): Placed[] =>
  blocks.filter(isRecord).map((block, index): Placed => {
    const layout = partsOf(block);
    const parts = layout?.parts.map((part) => ({ ...Object(part), blocks: placed(blocksIn(part)) }));
    return { place: index, ...block, ...(layout && { [layout.key]: parts }) };
  });

/** Returns the list of the surface and the lists in its layouts. */
const listsIn = (blocks: Placed[]): Placed[][] => [
  blocks,
  ...blocks.flatMap((block) => partsOf(block)?.parts.map((part) => blocksIn(part) as Placed[]) ?? []),
];

function changeOne(surface: Placed[], edit: BlockEdit, field: string, next: () => number): void {
  if (edit.op !== "patch" && edit.path !== undefined) {
    const { list, index } = innerList(surface, edit, edit.path, field);
    changeIn(list, { ...edit, index, id: undefined, path: undefined }, field, next, surface);
    return;
  }
  const isIn = (list: Placed[]) => list.some(({ id }) => id === edit.id);
  const list = edit.id === undefined ? surface : listsIn(surface).find(isIn);
  changeIn(list ?? surface, edit, field, next, surface);
}

/** Returns the list of blocks that `path` names inside a layout, and the index in that list. */
function innerList(surface: Placed[], edit: BlockEdit, path: string, field: string) {
  const layout = surface[found(surface, edit, field, surface)];
  const [, key, part, index] = INNER_PATH.exec(path) ?? [];
  const inner = partsOf(layout);
  const list = inner?.key === key ? inner?.parts[Number(part)] : undefined;
  if (list === undefined)
    throw invalid(`${field}.path: ${path} does not exist, so nothing was changed. ${listed(surface)}`);
  return { list: blocksIn(list) as Placed[], index: Number(index) };
}

function changeIn(
  list: Placed[],
  edit: BlockEdit,
  field: string,
  next: () => number,
  surface: readonly Placed[],
): void {
  if (edit.op === "insert") {
    const isAtEnd = edit.index === undefined && edit.id === undefined;
    const at = edit.index ?? (isAtEnd ? list.length : found(list, edit, field, surface));
    if (at > list.length) throw outside(field, at, surface);
    list.splice(at, 0, { ...edit.block, place: next() });
    return;
  }
  const at = found(list, edit, field, surface);
  const old = list[at] ?? { place: at };
  if (edit.op === "remove") list.splice(at, 1);
  else if (edit.op === "patch") list[at] = patched(old, edit, field);
  // If the type changes, the block gets a new place, because the stored input belongs to the old type.
  else list[at] = { ...edit.block, place: edit.block.type === old.type ? old.place : next() };
}

function found(
  blocks: readonly Placed[],
  { index, id }: BlockEdit,
  field: string,
  surface: readonly Placed[],
): number {
  if (id === undefined) {
    if (index === undefined || index >= blocks.length) throw outside(field, index ?? 0, surface);
    return index;
  }
  const at = blocks.findIndex((block) => block.id === id);
  if (at >= 0) return at;
  const ids = leavesOf(surface).flatMap(({ block }) => idOf(block) ?? []);
  const near = nearestText(ids.join("\n"), id);
  throw invalid(
    `${field}.id: no block has the id ${JSON.stringify(id)}, so nothing was changed. ${near === null ? "" : `The nearest is ${JSON.stringify(near)}. `}${listed(surface)}`,
  );
}

const idOf = (block: unknown): string | undefined =>
  isRecord(block) && typeof block.id === "string" ? block.id : undefined;

const outside = (field: string, index: number, surface: readonly Placed[]) =>
  invalid(`${field}.index: there is no block ${index}, so nothing was changed. ${listed(surface)}`);

/** Lists the existing blocks, with the names by which the model can refer to them in edits. */
function listed(surface: readonly Placed[]): string {
  const named = (name: string | number, block: Raw): string => {
    const layout = partsOf(block);
    const inner = layout?.parts.flatMap((part, at) =>
      blocksIn(part).map((one, nth) => named(`${layout.key}[${at}].blocks[${nth}]`, Object(one))),
    );
    const id = idOf(block);
    return `${name} ${block.type}${id ? ` (id ${id})` : ""}${inner ? ` with ${inner.join(", ")}` : ""}`;
  };
  return `The surface has: ${surface.map((block, at) => named(at, block)).join(", ")}.`;
}

type Patch = Extract<BlockEdit, { op: "patch" }>;

function patched(block: Placed, { patch, path, find, replace }: Patch, field: string): Placed {
  const change = (value: unknown): unknown => {
    if (patch !== undefined) {
      if (!isRecord(value)) throw invalid(`${field}.path is not an object, so nothing was changed.`);
      return merged(value, patch);
    }
    if (typeof value !== "string") throw invalid(`${field}.path is not a text, so nothing was changed.`);
    const target = { field: `${field}.find`, where: `${path} of the block` };
    if (find === "") throw invalid(`${field}.find is empty. Give the exact text to replace.`);
    return replaceOnce(value, find ?? "", replace ?? "", target);
  };
  return { ...(at(block, keysOf(path ?? ""), change, `${field}.path`) as Raw), place: block.place };
}

/** Splits a path such as `columns[1].label` into keys. */
const keysOf = (path: string): string[] => path.split(/[.[\]]+/).filter(Boolean);

/** Returns `value` with a change applied at the end of `keys`. Throws if a key does not exist. */
function at(value: unknown, keys: string[], change: (value: unknown) => unknown, field: string): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return change(value);
  if (Array.isArray(value) && /^\d+$/.test(key) && Number(key) < value.length)
    return value.map((one, index) => (index === Number(key) ? at(one, rest, change, field) : one));
  if (isRecord(value) && Object.hasOwn(value, key))
    return { ...value, [key]: at(value[key], rest, change, field) };
  const has = isRecord(value)
    ? Object.keys(value).join(", ")
    : Array.isArray(value)
      ? `0 to ${value.length - 1}`
      : "";
  throw invalid(
    `${field}: there is no ${JSON.stringify(key)}, so nothing was changed.${has ? ` Existing: ${has}.` : ""}`,
  );
}

/** Merges objects recursively. null deletes a field. */
function merged(before: Raw, change: Raw): Raw {
  const next = { ...before };
  for (const [key, value] of Object.entries(change)) {
    const was = Object.hasOwn(before, key) ? before[key] : undefined;
    if (value === null) delete next[key];
    else next[key] = isRecord(was) && isRecord(value) ? merged(was, value) : value;
  }
  return next;
}

const invalid = (message: string) => new AppError("invalid", message);
