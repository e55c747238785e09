"use client";

import { useCallback, useState } from "react";
import { dismiss, notify, notifyProblem } from "@/components/kit/notify";
import { wordsOf } from "@/components/settings/api";
import type { StoredFile } from "@/lib/shared/files";
import { deleteImage, restoreImage } from "./api";
import { titleOf } from "./titles";

const UNDO_MS = 10_000;

/** Takes images away at once, and for a while offers the way back. */
export function useImageDeletion(reload: () => Promise<void>) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());

  const hide = useCallback((id: string, isHidden: boolean) => {
    setHidden((before) => {
      const next = new Set(before);
      if (isHidden) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);

  const remove = useCallback(
    async (file: StoredFile) => {
      const { id } = file;
      const notice = `deleted-image-${id}`;
      const undo = async () => {
        void dismiss(notice);
        try {
          await restoreImage(id);
          await reload();
          hide(id, false);
        } catch (error) {
          void notifyProblem(`“${titleOf(file)}” was not brought back. ${wordsOf(error)}`, {
            action: { label: "Try again", onClick: () => void undo() },
          });
        }
      };
      hide(id, true);
      try {
        await deleteImage(id);
        const action = { label: "Undo", onClick: () => void undo() };
        void notify(`Deleted “${titleOf(file)}”`, { id: notice, duration: UNDO_MS, action });
      } catch (error) {
        hide(id, false);
        void notifyProblem(`“${titleOf(file)}” was not deleted. ${wordsOf(error)}`, {
          action: { label: "Try again", onClick: () => void remove(file) },
        });
      }
    },
    [hide, reload],
  );
  return { hidden, remove };
}
