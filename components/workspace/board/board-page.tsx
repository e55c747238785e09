"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Rocket, Share2, Trash2 } from "lucide-react";
import { useContext, useEffect, useRef, useState } from "react";
import { arrangeBoard, BOARDS, createBoard, deleteBoard, listBoards } from "@/components/client/boards";
import { failureText } from "@/components/client/failure";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { PageBar } from "@/components/client/shell/page-bar";
import { RecordUse } from "@/components/client/shell/record-use";
import { restoreLast } from "@/components/client/versions/deletion";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link, { useRouter } from "@/components/ui/kit/agent-base";
import { useCommands } from "@/components/ui/kit/commands";
import { ActionsButton, historyAction } from "@/components/ui/kit/menu-button";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { RenameField } from "@/components/ui/kit/rename-field";
import { May, useRights } from "@/components/ui/kit/rights";
import { later } from "@/components/ui/later";
import { nameFor } from "@/components/workspace/canvas/put-on-board";
import { TakeContext } from "@/components/workspace/canvas/take";
import { useSurfaceChanges } from "@/components/workspace/canvas/use-surface-changes";
import type { BoardEntry } from "@/lib/shared/boards/contract";
import { t } from "@/lib/shared/i18n/en/board";
import { t as canvas } from "@/lib/shared/i18n/en/canvas";
import { t as common } from "@/lib/shared/i18n/en/common";
import { GridWaits } from "./grid-waits";
import { useBoardActions, useBoards, useBoardView } from "./use-board";

const EDIT = { right: "edit" } as const;

const ShareBoard = later(() => import("./share-board").then((module) => module.ShareBoard));
const BoardGrid = later(() => import("./board-grid").then((module) => module.BoardGrid), GridWaits);

export function BoardPage({ id }: { id?: string }) {
  useSurfaceChanges();
  const { boards, error, reload } = useBoards();
  const open = boards?.find((one) => one.id === id) ?? (id === undefined ? boards?.[0] : undefined);
  const create = useCreate(boards);
  return (
    <PageMain className="flex flex-col">
      <PageBar />
      <PageBody width="full" className="flex-1 gap-4">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:px-1">
          <div className="min-w-0 flex-1">
            {open ? <Title key={open.id} board={open} /> : <Plain>{common("boards")}</Plain>}
          </div>
          <May right="edit">
            <Button variant="outline" disabled={create.isPending} onClick={() => create.mutate()}>
              <Plus aria-hidden />
              {t("newBoard")}
            </Button>
          </May>
        </header>
        {boards && boards.length > 1 && <Boards boards={boards} open={open?.id} />}
        {error && !boards && <Unread error={error} reload={reload} />}
        {open && <OpenBoard key={open.id} id={open.id} />}
        {!open && boards && <NoBoard isGone={id !== undefined} hasBoards={boards.length > 0} />}
        {!boards && !error && <GridWaits />}
      </PageBody>
    </PageMain>
  );
}

const Unread = ({ error, reload }: { error: unknown; reload: () => void }) => (
  <p role="alert" className="flex items-center gap-3">
    {failureText(error)}
    <Button variant="outline" size="sm" onClick={reload}>
      {common("tryAgain")}
    </Button>
  </p>
);

const Plain = ({ children }: { children: string }) => <h1 className="text-title font-strong">{children}</h1>;

function useCreate(boards: readonly BoardEntry[] | undefined) {
  const router = useRouter();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => createBoard(nameFor(boards ?? (await listBoards()))),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: BOARDS });
      router.push(`/board/${id}`);
    },
    onError: (error) => void notifyProblem(t("notCreated", { error: failureText(error) })),
  });
}

function Boards({ boards, open }: { boards: readonly BoardEntry[]; open: string | undefined }) {
  const nav = useRef<HTMLElement>(null);
  // Scroll to the current board, which may be out of view on a phone.
  useEffect(() => {
    if (open === undefined) return;
    const current = nav.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.offsetLeft;
  }, [open]);
  return (
    <nav ref={nav} aria-label={common("boards")} className="flex gap-1 overflow-x-auto pb-1">
      {boards.map(({ id, name }) => (
        <Link
          key={id}
          href={`/board/${id}`}
          title={name}
          aria-current={id === open ? "page" : undefined}
          className={cn(
            "max-w-60 shrink-0 truncate rounded-in px-3 py-1.5 text-ui text-ink-2 hover:bg-fill-hover max-md:py-3",
            id === open && "bg-fill-press font-medium text-ink",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Title({ board: { id, name } }: { board: BoardEntry }) {
  const client = useQueryClient();
  const router = useRouter();
  const { publish } = useContext(TakeContext);
  const [isRenaming, setRenaming] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const { isAlone } = useRights();
  const { current } = useAgentChoice();
  const renew = () => client.invalidateQueries({ queryKey: BOARDS });
  const rename = useMutation({
    mutationFn: (name: string) => arrangeBoard(id, { name }),
    onError: (error) => void notifyProblem(t("notRenamed", { name, error: failureText(error) })),
    onSettled: renew,
  });
  const bringBack = async () => {
    try {
      await restoreLast({ kind: "board", name: id });
      await renew();
      router.push(`/board/${id}`);
    } catch (error) {
      void notifyProblem(t("notRestored", { name, error: failureText(error) }));
    }
  };
  const remove = useMutation({
    mutationFn: () => deleteBoard(id),
    onSuccess: () => {
      router.push("/board");
      void notify(t("deleted", { name }), {
        action: { label: common("undo"), onClick: () => void bringBack() },
      });
    },
    onError: (error) => void notifyProblem(t("notDeleted", { name, error: failureText(error) })),
    onSettled: renew,
  });
  const done = (next: string | undefined) => {
    setRenaming(false);
    if (next) rename.mutate(next);
  };
  const title = rename.isPending ? rename.variables : name;
  return (
    <div className="flex items-center gap-1">
      {isRenaming ? (
        <RenameField title={name} label={t("boardName")} onDone={done} className="max-w-100" />
      ) : (
        <h1 title={title} className="min-w-0 truncate text-title font-strong">
          {title}
        </h1>
      )}
      <ActionsButton
        label={t("moreForBoard", { name })}
        align="start"
        groups={[
          [
            { label: t("rename"), icon: Pencil, needs: EDIT, onSelect: () => setRenaming(true) },
            {
              ...{ label: canvas("publish"), icon: Rocket, needs: { right: "own" } as const },
              onSelect: () => setTimeout(() => publish({ source: { kind: "board", id }, title: name })),
            },
            !isAlone && {
              ...{ label: t("shareMembers"), icon: Share2, needs: { right: "own" } as const },
              onSelect: () => setTimeout(() => setSharing(true)),
            },
            historyAction("board", id),
          ],
          [
            {
              ...{ label: t("deleteBoard"), icon: Trash2, isDestructive: true, needs: EDIT },
              onSelect: () => remove.mutate(),
            },
          ],
        ]}
      />
      {isSharing && current && (
        <ShareBoard agent={current} board={{ id, name }} onClose={() => setSharing(false)} />
      )}
    </div>
  );
}

function OpenBoard({ id }: { id: string }) {
  const { board, error, reload } = useBoardView(id);
  const actions = useBoardActions(id);
  const { may } = useRights();
  useCommands(
    board && board.version > 1 && may(EDIT)
      ? [
          {
            ...{ id: "undo", label: t("undoCommand"), group: "Here" },
            ...{ shortcut: "undo", run: () => void actions.undo() },
          },
        ]
      : [],
  );
  if (error && !board) return <Unread error={error} reload={() => void reload()} />;
  if (!board) return <GridWaits />;
  if (board.tiles.length === 0) return <Nothing>{t("empty")}</Nothing>;
  return (
    <>
      <RecordUse kind="board" id={id} />
      <BoardGrid board={board} actions={actions} reload={reload} />
    </>
  );
}

function NoBoard({ isGone, hasBoards }: { isGone: boolean; hasBoards: boolean }) {
  if (isGone) return <Nothing>{hasBoards ? t("gone") : t("goneRestorable")}</Nothing>;
  return <Nothing>{t("none")}</Nothing>;
}

const Nothing = ({ children }: { children: React.ReactNode }) => (
  <p className="m-auto max-w-90 py-16 text-center text-ui text-balance text-ink-3">{children}</p>
);
