import { z } from "zod";
import { AppError } from "../errors";
import { nearestText } from "../nearest-text";
import { replaceOnce } from "../text-edits";
import { isRecord, type Raw } from "./define";

const MAX_EDITS = 100;

const where = {
  index: z.int("must be a whole number").min(0).optional(),
  id: z.string().min(1).max(100).optional(),
};
const block = z.looseObject({}, "must be a block");

const blockEdit = z
  .discriminatedUnion(
    "op",
    [
      z.object({ op: z.literal("replace"), ...where, block }),
      z.object({ op: z.literal("insert"), ...where, block }),
      z.object({ op: z.literal("remove"), ...where }),
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
    if (edit.index !== undefined && edit.id !== undefined) add("id", "must not come with index: give one");
    if (edit.op !== "insert" && edit.index === undefined && edit.id === undefined)
      add("index", "is missing: give the index of a block, from 0, or its id");
    if (edit.op !== "patch") return;
    const isText = edit.find !== undefined || edit.replace !== undefined;
    if (isText && (edit.find === undefined || edit.replace === undefined))
      add(edit.find === undefined ? "find" : "replace", "is missing: find and replace come together");
    if (isText === (edit.patch !== undefined))
      add("patch", "is missing: give the fields that change, or find and replace with the path of a text");
    if (isText && edit.path === undefined) add("path", "is missing: that of the text, such as content");
  });

export type BlockEdit = z.infer<typeof blockEdit>;

/** Edits of the blocks of a sheet. Models get one described in words, which are shorter than its schema. */
export const blockEdits = z
  .array(z.unknown().pipe(blockEdit))
  .min(1, "must hold at least one edit")
  .max(MAX_EDITS, `must hold at most ${MAX_EDITS} edits: give the blocks whole`)
  .describe("Not blocks: { op: patch, insert, replace or remove, index, patch or block }");

type Placed = Raw & { place: unknown };

/**
 * The blocks after all edits, each made to what the ones before it have left, and each with the place under which what the
 * person did in it is kept. Throws words for the model, and then none is made. Whether they are blocks is for the schema.
 */
export function editedBlocks(before: readonly unknown[], edits: readonly BlockEdit[]): Raw[] {
  const blocks = before.filter(isRecord).map((block, index): Placed => ({ place: index, ...block }));
  let next = Math.max(-1, ...blocks.map(({ place }) => Number(place))) + 1;
  for (const [nth, edit] of edits.entries()) {
    const field = `edits[${nth}]`;
    if (edit.op === "insert") {
      const at = edit.index ?? (edit.id === undefined ? blocks.length : found(blocks, edit, field));
      if (at > blocks.length) throw outside(field, at, blocks);
      blocks.splice(at, 0, { ...edit.block, place: next++ });
      continue;
    }
    const at = found(blocks, edit, field);
    const old = blocks[at] ?? { place: at };
    if (edit.op === "remove") blocks.splice(at, 1);
    else if (edit.op === "patch") blocks[at] = patched(old, edit, field);
    // Another kind of block keeps nothing of what was done in this one.
    else blocks[at] = { ...edit.block, place: edit.block.type === old.type ? old.place : next++ };
  }
  if (blocks.length === 0) throw invalid("After the edits there would be no block, so nothing was changed.");
  return blocks;
}

function found(blocks: readonly Placed[], { index, id }: BlockEdit, field: string): number {
  if (id === undefined) {
    if (index === undefined || index >= blocks.length) throw outside(field, index ?? 0, blocks);
    return index;
  }
  const at = blocks.findIndex((block) => block.id === id);
  if (at >= 0) return at;
  const ids = blocks.flatMap((block) => (typeof block.id === "string" ? [block.id] : []));
  const near = nearestText(ids.join("\n"), id);
  throw invalid(
    `${field}.id: no block has the id ${JSON.stringify(id)}, so nothing was changed. ${near === null ? "" : `Nearest to it is ${JSON.stringify(near)}. `}${listed(blocks)}`,
  );
}

const outside = (field: string, index: number, blocks: readonly Placed[]) =>
  invalid(`${field}.index: there is no block ${index}, so nothing was changed. ${listed(blocks)}`);

/** The blocks as the model may name them. */
function listed(blocks: readonly Placed[]): string {
  const names = blocks.map(
    ({ id, type }, at) => `${at} ${type}${typeof id === "string" ? ` (id ${id})` : ""}`,
  );
  return `The sheet has: ${names.join(", ")}.`;
}

type Patch = Extract<BlockEdit, { op: "patch" }>;

function patched(block: Placed, { patch, path, find, replace }: Patch, field: string): Placed {
  const change = (value: unknown): unknown => {
    if (patch !== undefined) {
      if (!isRecord(value)) throw invalid(`${field}.path leads to no object, so nothing was changed.`);
      return merged(value, patch);
    }
    if (typeof value !== "string") throw invalid(`${field}.path leads to no text, so nothing was changed.`);
    const sought = { field: `${field}.find`, where: `${path} of the block` };
    if (find === "") throw invalid(`${field}.find is empty. Give the exact text that stands there.`);
    return replaceOnce(value, find ?? "", replace ?? "", sought);
  };
  return { ...(at(block, keysOf(path ?? ""), change, `${field}.path`) as Raw), place: block.place };
}

/** `columns[1].label` as keys. */
const keysOf = (path: string): string[] => path.split(/[.[\]]+/).filter(Boolean);

/** The value with what lies at the end of `keys` changed. */
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
    `${field}: there is no ${JSON.stringify(key)}, so nothing was changed.${has ? ` There is: ${has}.` : ""}`,
  );
}

/** Of fields that are objects both times, the fields; null takes one away. */
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
