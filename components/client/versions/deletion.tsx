"use client";

import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";
import { ApiError } from "@/components/client/request";
import { useRouter } from "@/components/ui/kit/agent-base";
import { useCommands } from "@/components/ui/kit/commands";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/versions";
import { type Item, listVersions, restoreRevision } from "./api";
import { troubleText } from "./trouble";

const UNDO_MS = 10_000;

type Work = (name: string) => Promise<void>;

const Deletion = createContext<{ remove: Work; bringBack: Work }>({
  remove: async () => {},
  bringBack: async () => {},
});

/**
 * Returns two functions: `remove` deletes an item and offers to undo it, `bringBack` restores a deleted item.
 */
export const useDeletion = () => use(Deletion);

type DeletionProviderProps = {
  kind: Item["kind"];
  home: string;
  /** Address of the pages of the items, if it is not `home`. */
  pages?: string;
  onDelete: (name: string) => Promise<void>;
  children: ReactNode;
};

/** Mounted above the item's page, so that undo is offered on the next page. */
export function DeletionProvider({ kind, home, pages = home, onDelete, children }: DeletionProviderProps) {
  const router = useRouter();
  const [undoable, setUndoable] = useState<{ name: string; undo: () => void }>();

  const bringBack = useCallback(
    async (name: string) => {
      const notice = noticeOf(kind, name);
      // The server tests the version again, which can take a while.
      void notify(t("restoringName", { name }), { id: notice, duration: Number.POSITIVE_INFINITY });
      setUndoable(undefined);
      try {
        await restoreLast({ kind, name });
        void dismiss(notice);
        router.push(`${pages}/${name}`);
        router.refresh();
      } catch (error) {
        void dismiss(notice);
        void notifyProblem(t("notBack", { name, error: troubleText(error) }), {
          action: { label: common("tryAgain"), onClick: () => void bringBack(name) },
        });
      }
    },
    [router, kind, pages],
  );

  const remove = useCallback(
    async (name: string) => {
      try {
        await onDelete(name);
      } catch (error) {
        void notifyProblem(t("notDeleted", { name, error: troubleText(error) }), {
          action: { label: common("tryAgain"), onClick: () => void remove(name) },
        });
        return;
      }
      router.push(home);
      router.refresh();
      const offered = { name, undo: () => void bringBack(name) };
      const over = () => setUndoable((before) => (before === offered ? undefined : before));
      setUndoable(offered);
      void notify(t("deleted", { name }), {
        id: noticeOf(kind, name),
        duration: UNDO_MS,
        action: { label: common("undo"), onClick: offered.undo },
        onAutoClose: over,
        onDismiss: over,
      });
    },
    [router, kind, home, onDelete, bringBack],
  );

  useCommands(
    useMemo(
      () =>
        undoable
          ? [
              {
                id: "undo",
                label: t("restore", { name: undoable.name }),
                group: "Go to",
                shortcut: "undo",
                run: undoable.undo,
              },
            ]
          : [],
      [undoable],
    ),
  );
  const work = useMemo(() => ({ remove, bringBack }), [remove, bringBack]);
  return <Deletion value={work}>{children}</Deletion>;
}

const noticeOf = (kind: Item["kind"], name: string) => `deleted-${kind}-${name}`;

/** Restores the newest version that was live, even if it fails its test now. */
export async function restoreLast(item: Item): Promise<void> {
  const { revisions } = await listVersions(item);
  const last = revisions.find(({ deleted, live }) => live && !deleted);
  if (!last) throw new ApiError(404, t("noEarlier"), undefined);
  await restoreRevision(last.id, true);
}
