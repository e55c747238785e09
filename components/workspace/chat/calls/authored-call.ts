import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { field, isRecord } from "@/lib/shared/chat/parts";
import type { Kind } from "@/lib/shared/kinds";
import { applyEdits, type TextEdit } from "@/lib/shared/text/text-edits";

type Item = { kind: Kind; name: string };

/** Returns the item of which a call writes a version, or undefined for other calls. */
export function authoredItem(toolName: string, input: unknown, output?: unknown): Item | undefined {
  const { writes: kind, subject, writtenName } = factsOfTool(toolName) ?? {};
  if (!kind) return undefined;
  const name = writtenName ? writtenName(input, output) : subject ? field(input, subject) : kind;
  return name === undefined ? undefined : { kind, name };
}

/** Returns whether a call contains only the changed fields of an item. */
export const isUpdate = (toolName: string): boolean => factsOfTool(toolName)?.isUpdate === true;

/** Returns the content of an item after an update call, or `before` unchanged if its edits do not apply. */
export function updatedContent(input: unknown, before: unknown): unknown {
  if (!isRecord(input) || !isRecord(before)) return before;
  const { name: _name, version: _version, edits, ...change } = input;
  if (edits === undefined) return { ...before, ...change };
  const code = Array.isArray(edits) && edits.every(isEdit) ? codeAfter(edits, before.code) : null;
  return code === null ? before : { ...before, ...change, code };
}

const isEdit = (edit: unknown): edit is TextEdit =>
  field(edit, "find") !== undefined && field(edit, "replace") !== undefined;

function codeAfter(edits: readonly TextEdit[], before: unknown): string | null {
  if (typeof before !== "string") return null;
  try {
    return applyEdits(before, edits, "the code");
  } catch {
    return null;
  }
}
