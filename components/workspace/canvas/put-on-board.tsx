"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LayoutDashboard, Plus } from "lucide-react";
import {
  BOARDS,
  createBoard,
  isAboutBoards,
  listBoards,
  type NewTile,
  pinToBoard,
} from "@/components/client/boards";
import { failureText } from "@/components/client/failure";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { useRouter } from "@/components/ui/kit/agent-base";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { May } from "@/components/ui/kit/rights";
import { t } from "@/lib/shared/i18n/en/canvas";
import { t as common } from "@/lib/shared/i18n/en/common";

type PutOnBoardProps = {
  tile: NewTile;
  title: string;
  /** Measures the content, so that the tile is as high. */
  size?: () => Pick<NewTile, "w" | "h">;
};

export const PutOnBoard = (props: PutOnBoardProps) => (
  <May right="edit">
    <BoardItems {...props} />
  </May>
);

function BoardItems({ tile, title, size }: PutOnBoardProps) {
  const router = useRouter();
  const client = useQueryClient();
  const { data: boards } = useQuery({
    queryKey: BOARDS,
    queryFn: ({ signal }) => listBoards(signal),
    meta: { outdatedBy: isAboutBoards },
  });
  const put = async (board: { id: string; name: string } | undefined) => {
    try {
      const id = board?.id ?? (await createBoard(nameFor(boards ?? (await listBoards())))).id;
      await pinToBoard(id, { ...tile, ...size?.() });
      void client.invalidateQueries({ queryKey: BOARDS });
      const onClick = () => router.push(`/board/${id}`);
      const added = board ? t("addedToBoard", { title, board: board.name }) : t("addedToNewBoard", { title });
      void notify(added, { action: { label: common("show"), onClick } });
    } catch (error) {
      void notifyProblem(t("notAdded", { title, error: failureText(error) }));
    }
  };
  // A submenu would not fit on a phone, so show the boards in the same menu.
  return (
    <>
      {boards?.map((board) => (
        <DropdownMenuItem key={board.id} onSelect={() => void put(board)} className="max-w-70">
          <LayoutDashboard aria-hidden />
          <span className="truncate">{t("putOn", { name: board.name })}</span>
        </DropdownMenuItem>
      ))}
      <DropdownMenuItem onSelect={() => void put(undefined)}>
        <Plus aria-hidden />
        {t("putOnNew")}
      </DropdownMenuItem>
    </>
  );
}

/** Returns “Board”, or “Board 2” and so on if the name is taken. */
export function nameFor(boards: readonly { name: string }[]): string {
  const names = new Set(boards.map(({ name }) => name.toLowerCase()));
  for (let at = 1; ; at++) {
    const name = at === 1 ? "Board" : `Board ${at}`;
    if (!names.has(name.toLowerCase())) return name;
  }
}
