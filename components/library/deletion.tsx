"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";
import { ApiError } from "@/components/chat/client/request";
import { useCommands } from "@/components/shell/commands";
import { dismiss, notify, notifyProblem } from "@/components/shell/notify";
import { deleteComponent, listVersions, restoreRevision } from "./api";
import { wordsOf } from "./trouble";

const UNDO_MS = 10_000;

type Work = (name: string) => Promise<void>;

const Deletion = createContext<{ remove: Work; bringBack: Work }>({
  remove: async () => {},
  bringBack: async () => {},
});

/** Takes a component away at once, and for a while offers the way back; or brings it back later. */
export const useDeletion = () => use(Deletion);

/** Outlives the page of the component: the way back is offered on the one that comes after it. */
export function DeletionProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [undoable, setUndoable] = useState<{ name: string; undo: () => void }>();

  const bringBack = useCallback(
    async (name: string) => {
      const notice = noticeOf(name);
      // It is compiled and tried out anew, which takes a moment.
      void notify(`Bringing “${name}” back`, { id: notice, duration: Number.POSITIVE_INFINITY });
      setUndoable(undefined);
      try {
        await restoreLast(name);
        void dismiss(notice);
        router.push(`/components/${name}`);
        router.refresh();
      } catch (error) {
        void dismiss(notice);
        void notifyProblem(`“${name}” was not brought back. ${wordsOf(error)}`, {
          action: { label: "Try again", onClick: () => void bringBack(name) },
        });
      }
    },
    [router],
  );

  const remove = useCallback(
    async (name: string) => {
      try {
        await deleteComponent(name);
      } catch (error) {
        void notifyProblem(`“${name}” was not deleted. ${wordsOf(error)}`, {
          action: { label: "Try again", onClick: () => void remove(name) },
        });
        return;
      }
      router.push("/components");
      router.refresh();
      const offered = { name, undo: () => void bringBack(name) };
      const over = () => setUndoable((before) => (before === offered ? undefined : before));
      setUndoable(offered);
      void notify(`Deleted “${name}”`, {
        id: noticeOf(name),
        duration: UNDO_MS,
        action: { label: "Undo", onClick: offered.undo },
        onAutoClose: over,
        onDismiss: over,
      });
    },
    [router, bringBack],
  );

  useCommands(
    useMemo(
      () =>
        undoable
          ? [
              {
                id: "undo",
                label: `Bring back “${undoable.name}”`,
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

const noticeOf = (name: string) => `deleted-component-${name}`;

/** The newest version that was live, once more; it was good enough before. */
async function restoreLast(name: string): Promise<void> {
  const { revisions } = await listVersions(name);
  const last = revisions.find(({ author, failure }) => failure === null || author !== "agent");
  if (!last) throw new ApiError(404, "None of its versions is left.", undefined);
  await restoreRevision(last.id, true);
}
