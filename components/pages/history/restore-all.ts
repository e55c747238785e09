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
    offerUndo(count > 0 ? t("restored", { count }) : t("conversationRestored"), async () => {
      const undone = await undoRestore(done);
      return undone.length > 0 ? t("undoneItems", { count: undone.length }) : t("conversationAgain");
    });
  return { revisions, ...done };
}

/** Offers to undo for a while. `undo` returns the message about its result. */
export function offerUndo(message: string, undo: () => Promise<string>): void {
  const id = `undo-${newId()}`;
  const run = async () => {
    void dismiss(id);
    try {
      void notify(await undo());
    } catch (error) {
      void notifyProblem(t("notUndoneError", { error: troubleText(error) }), {
        action: { label: common("tryAgain"), onClick: () => void run() },
      });
    }
  };
  void notify(message, {
    id,
    duration: UNDO_MS,
    action: { label: common("undo"), onClick: () => void run() },
  });
}
