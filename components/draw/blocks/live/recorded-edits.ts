import type { StoredEntry } from "@/components/client/surface-state";
import { type RowEdit, rowEdits, withEdit } from "@/lib/shared/blocks/edits";
import { isRecord } from "@/lib/shared/chat/parts";

/**
 * Returns the user's edits of a table while its surface can be answered. They are stored with the surface until
 * then.
 */
export const recordedEdits = (stored: StoredEntry | undefined): RowEdit[] =>
  rowEdits.safeParse(stored?.read()).data ?? [];

export const recordEdit = (stored: StoredEntry | undefined, edit: RowEdit): void =>
  stored?.write(withEdit(recordedEdits(stored), edit));

export const dropEdits = (stored: StoredEntry | undefined): void => stored?.write(null);

export function unreportedEdits(edits: readonly RowEdit[], closing: unknown): RowEdit[] {
  const reported = isRecord(closing) && Array.isArray(closing.edits) ? closing.edits : [];
  const reportedKeys = new Set(reported.map((edit) => JSON.stringify(edit)));
  return edits.filter((edit) => !reportedKeys.has(JSON.stringify(edit)));
}
