import { troubleText } from "@/components/client/versions/trouble";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import { newId } from "@/lib/shared/chat/id";
import type { Restored } from "@/lib/shared/history";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/history";
import { type RestoreChoice, restoreTo, undoRestore } from "./api";

const UNDO_MS = 30_000;

export async function restoreAll(at: string, choice: RestoreChoice): Promise<Restored> {
  const { revisions, ...done } = await restoreTo(at, choice);
  const count = revisions.length;
  if (done.restore !== undefined || done.conversation)
    offerUndo(count > 0 ? t("restored", { count }) : t("conversationRestored"), () => undo(done));
  return { revisions, ...done };
}

/** Undoes a whole restore, and notifies the user of the result. */
export const undoAll = (restore: string): Promise<void> => runUndo(() => undo({ restore }));

async function undo({ restore, conversation }: Omit<Restored, "revisions">): Promise<string> {
  // The versions of a restore name its conversation. A restore of the conversation alone has none.
  const undone = await undoRestore(restore === undefined ? { conversation } : { restore });
  if (restore === undefined) return t("conversationAgain");
  return t("undoneRestore", { count: undone.revisions.length, conversation: undone.conversation ?? "none" });
}

/** Offers to undo for a while. `undo` returns the message about its result. */
export function offerUndo(message: string, undo: () => Promise<string>): void {
  const id = `undo-${newId()}`;
  const run = () => {
    void dismiss(id);
    void runUndo(undo);
  };
  void notify(message, { id, duration: UNDO_MS, action: { label: common("undo"), onClick: run } });
}

/** Runs an undo, and notifies the user of the result. */
export async function runUndo(undo: () => Promise<string>): Promise<void> {
  try {
    void notify(await undo());
  } catch (error) {
    void notifyProblem(t("notUndoneError", { error: troubleText(error) }), {
      action: { label: common("tryAgain"), onClick: () => void runUndo(undo) },
    });
  }
}
