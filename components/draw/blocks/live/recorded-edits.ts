import type { Kept } from "@/components/client/sheet-state";
import { type RowEdit, rowEdits, withEdit } from "@/lib/shared/blocks/edits";
import { isRecord } from "@/lib/shared/chat/parts";

/**
 * Returns the user's edits of a table while its sheet can be answered. They are stored with the sheet until
 * then.
 */
export const recordedEdits = (kept: Kept | undefined): RowEdit[] =>
  rowEdits.safeParse(kept?.read()).data ?? [];

export const recordEdit = (kept: Kept | undefined, edit: RowEdit): void =>
  kept?.write(withEdit(recordedEdits(kept), edit));

export const dropEdits = (kept: Kept | undefined): void => kept?.write(null);

export function untoldEdits(edits: readonly RowEdit[], closing: unknown): RowEdit[] {
  const told = isRecord(closing) && Array.isArray(closing.edits) ? closing.edits : [];
  const known = new Set(told.map((edit) => JSON.stringify(edit)));
  return edits.filter((edit) => !known.has(JSON.stringify(edit)));
}
