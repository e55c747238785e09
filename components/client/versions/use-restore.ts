"use client";

import { useCallback, useRef, useState } from "react";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import type { Revision } from "@/lib/shared/history";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/versions";
import { restoreRevision } from "./api";
import { titleOf } from "./kinds";
import { type Trouble, troubleOf, troubleText } from "./trouble";

const UNDO_MS = 20_000;

/**
 * Restores a version and offers to undo it. `onDone` receives the id of the new version. The returned outcome
 * is that of the version `shown`.
 */
export function useRestore(shown: string, onDone: (id: string) => void) {
  const [result, setResult] = useState<{ shown: string; outcome: "busy" | Trouble }>();
  const isBusy = useRef(false);

  const restore = useCallback(
    async (target: Revision, live: Revision | undefined, accept?: boolean) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setResult({ shown, outcome: "busy" });
      try {
        const restored = await restoreRevision(target.id, accept);
        setResult(undefined);
        onDone(restored.id);
        notifyRestored(target, restored, live, onDone);
      } catch (error) {
        setResult({ shown, outcome: troubleOf(error) });
      } finally {
        isBusy.current = false;
      }
    },
    [shown, onDone],
  );
  return { outcome: result?.shown === shown ? result.outcome : undefined, restore };
}

function notifyRestored(
  target: Revision,
  restored: Revision,
  live: Revision | undefined,
  onDone: (id: string) => void,
) {
  const title = titleOf(target);
  const id = `restored-${restored.id}`;
  if (restored.id === live?.id) {
    void notify(t("alreadyEqual", { version: target.version }));
    return;
  }
  const undo = async () => {
    void dismiss(id);
    try {
      // This version was live before, so restore it even if it fails its test now.
      if (!live) return;
      const back = await restoreRevision(live.id, true);
      onDone(back.id);
      void notify(t("restoredToast", { title, version: live.version }));
    } catch (error) {
      void notifyProblem(t("notUndone", { error: troubleText(error) }), {
        action: { label: common("tryAgain"), onClick: () => void undo() },
      });
    }
  };
  void notify(
    target.deleted ? t("deletedAgain", { title }) : t("restoredToast", { version: target.version, title }),
    { id, duration: UNDO_MS, action: live && { label: common("undo"), onClick: () => void undo() } },
  );
}
