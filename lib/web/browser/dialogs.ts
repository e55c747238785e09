import { randomUUID } from "node:crypto";
import type { Dialog } from "playwright";
import { type BrowserDialog, browserDialog } from "@/lib/shared/browser/contract";

const MAX_NOTE_CHARS = 500;
const MAX_SHOWN_CHARS = 2_000;

export type AskedDialog = { id: string; dialog: Dialog };

export const dialogAsk = (dialog: Dialog): AskedDialog | null =>
  dialog.type() === "beforeunload" ? null : { id: randomUUID(), dialog };

export function shownDialog(asked: AskedDialog | null | undefined): BrowserDialog | null {
  if (!asked) return null;
  const { id, dialog } = asked;
  const cut = (text: string) => text.slice(0, MAX_SHOWN_CHARS).toWellFormed();
  const kind = browserDialog.shape.kind.parse(dialog.type());
  return { id, kind, message: cut(dialog.message()), value: cut(dialog.defaultValue()) };
}

/**
 * Answers a dialog while the user is not in control. Accepts `beforeunload`; dismisses all others and adds a
 * note to the result.
 */
export async function dismissed(dialog: Dialog, note: (line: string) => void): Promise<void> {
  const kind = dialog.type();
  if (kind === "beforeunload") return dialog.accept().catch(() => {});
  note(
    `The page showed ${DIALOGS[kind] ?? "a dialog"}, which was dismissed: ${dialog.message().slice(0, MAX_NOTE_CHARS)}`,
  );
  await dialog.dismiss().catch(() => {});
}

const DIALOGS: Record<string, string> = { alert: "an alert", confirm: "a question", prompt: "a prompt" };
