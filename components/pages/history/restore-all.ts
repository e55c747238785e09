import { troubleText } from "@/components/client/versions/trouble";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/history";
import { restoreTo } from "./api";

const UNDO_MS = 30_000;

export async function restoreAll(at: string, expect: string): Promise<void> {
  const revisions = await restoreTo(at, expect);
  const [first] = revisions.map(({ createdAt }) => createdAt).sort();
  if (first !== undefined) offerUndo(t("restored", { count: revisions.length }), before(first));
}

export function offerUndo(message: string, at: string): void {
  const id = `undo-${at}`;
  const undo = async () => {
    void dismiss(id);
    try {
      const { length } = await restoreTo(at);
      void notify(t("undoneItems", { count: length }));
    } catch (error) {
      void notifyProblem(t("notUndoneError", { error: troubleText(error) }), {
        action: { label: common("tryAgain"), onClick: () => void undo() },
      });
    }
  };
  void notify(message, {
    id,
    duration: UNDO_MS,
    action: { label: common("undo"), onClick: () => void undo() },
  });
}

export const before = (at: string): string => new Date(Date.parse(at) - 1).toISOString();
