"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { useRouter } from "@/components/ui/kit/agent-base";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import { newId } from "@/lib/shared/chat/id";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shellConversations";
import type { Named } from "../shell-context";

const UNDO_MS = 10_000;

type DeletionProps = {
  current: string | undefined;
  onRemove: (id: string) => Promise<void>;
  onRestore: (id: string) => Promise<void>;
};

/** Deletes conversations immediately and offers to undo it for 10 s. */
export function useDeletion({ current, onRemove, onRestore }: DeletionProps) {
  const router = useRouter();
  const [leaving, setLeaving] = useState<string>();
  const [undoable, setUndoable] = useState<{ title: string; undo: () => void }>();
  const now = useRef(current);
  now.current = current;
  // Reset `leaving` once another page is open. Otherwise the conversation could not be opened after an undo.
  useEffect(() => {
    if (current !== leaving) setLeaving(undefined);
  }, [current, leaving]);

  const remove = useCallback(
    (conversation: Named) => {
      const { id, title } = conversation;
      const notice = `deleted-${id}`;
      const wasOpen = now.current === id;
      if (wasOpen) setLeaving(id);
      const deleting = onRemove(id);
      if (wasOpen) router.push(`/chat/${newId()}`);

      const undo = async () => {
        void dismiss(notice);
        setUndoable(undefined);
        try {
          await onRestore(id);
          if (wasOpen) router.push(`/chat/${id}`);
        } catch (error) {
          void notifyProblem(t("notRestored", { title, error: failureText(error) }), {
            action: { label: common("tryAgain"), onClick: () => void undo() },
          });
        }
      };
      deleting.then(
        () => {
          const offered = { title, undo: () => void undo() };
          const over = () => setUndoable((before) => (before === offered ? undefined : before));
          setUndoable(offered);
          void notify(t("deleted", { title }), {
            id: notice,
            duration: UNDO_MS,
            action: { label: common("undo"), onClick: offered.undo },
            onAutoClose: over,
            onDismiss: over,
          });
        },
        (error) => {
          void notifyProblem(t("notDeleted", { title, error: failureText(error) }), {
            action: { label: common("tryAgain"), onClick: () => remove(conversation) },
          });
        },
      );
    },
    [onRemove, onRestore, router],
  );
  return { leaving, undoable, remove };
}
