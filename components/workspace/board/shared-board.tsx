"use client";

import "./board-grid.css";
import { useState } from "react";
import { GridLayout, type Layout, type LayoutItem } from "react-grid-layout";
import { failureText } from "@/components/client/failure";
import type { BoardPlace } from "@/components/client/shared-boards";
import { SharedValues } from "@/components/draw/frame/shared-values";
import { Button } from "@/components/ui/button";
import { useWidth } from "@/components/ui/kit/hooks/use-width";
import { useIsMobile } from "@/components/ui/use-mobile";
import { AgentValues } from "@/components/workspace/sharing/reader/agent-values";
import type { SharedBoardView } from "@/lib/shared/boards/contract";
import { compact, inOrder, type NewPlace, placesOfMove } from "@/lib/shared/boards/layout";
import { t } from "@/lib/shared/i18n/en/board";
import { t as common } from "@/lib/shared/i18n/en/common";
import { DRAG, GRID, layoutOf, RESIZE } from "./grid-config";
import { GridWaits } from "./grid-waits";
import { describePlace, moveByKey } from "./move-by-key";
import { SharedTile } from "./shared-tile";
import { DataChangesContext, useSharedBoard } from "./use-shared-board";

/** The page of a board for members with whom it is shared without its agent. */
export function SharedBoard({ place }: { place: BoardPlace }) {
  const { board, error, isGone, reload, changes, move } = useSharedBoard(place);
  const [values] = useState(() => new SharedValues());
  if (isGone) return <Gone />;
  return (
    <main className="min-h-dvh bg-table px-6 py-8 max-md:px-3 max-md:py-5">
      {board && <title>{board.name}</title>}
      <div className="mx-auto flex max-w-[1400px] flex-col gap-4">
        <header className="flex flex-wrap items-baseline gap-x-3 px-1">
          <h1 className="text-title font-strong wrap-anywhere">{board?.name}</h1>
          {board && (
            <p className="text-meta text-ink-3">{t(board.right === "edit" ? "sharedEdit" : "sharedRead")}</p>
          )}
        </header>
        {error && !board && (
          <p role="alert" className="flex items-center gap-3">
            {failureText(error)}
            <Button variant="outline" size="sm" onClick={() => void reload()}>
              {common("tryAgain")}
            </Button>
          </p>
        )}
        {!board && !error && <GridWaits />}
        {board?.tiles.length === 0 && (
          <p className="py-16 text-center text-ui text-ink-3">{t("sharedEmpty")}</p>
        )}
        {board && (
          <DataChangesContext value={changes}>
            <AgentValues value={values}>
              <Tiles place={place} board={board} onMove={move} />
            </AgentValues>
          </DataChangesContext>
        )}
      </div>
    </main>
  );
}

type TilesProps = { place: BoardPlace; board: SharedBoardView; onMove: (places: NewPlace[]) => void };

function Tiles({ place, board, onMove }: TilesProps) {
  const [grid, width] = useWidth<HTMLDivElement>();
  const isColumn = useIsMobile();
  const [announcement, setAnnouncement] = useState("");
  const isEditor = board.right === "edit";
  const tiles = compact(board.tiles);
  const move = (places: NewPlace[]) => places.length > 0 && onMove(places);
  const finish = (layout: Layout, _: unknown, item: LayoutItem | null) => {
    const after = layout.map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h }));
    move(placesOfMove(tiles, after, item?.i ?? ""));
  };
  const drawn = inOrder(tiles).map((tile) => (
    <div key={tile.id} className="grid grid-cols-1">
      <SharedTile
        board={place}
        tile={tile}
        onKey={
          isEditor && !isColumn
            ? (event) => {
                if (event.altKey || event.ctrlKey || event.metaKey) return;
                const next = moveByKey(tiles, tile.id, event);
                if (!next) return;
                event.preventDefault();
                move(placesOfMove(tiles, next, tile.id));
                setAnnouncement(describePlace(next, tile.id, tile.title ?? t("deletedSheet")));
              }
            : undefined
        }
      />
    </div>
  ));
  return (
    <div ref={grid}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isColumn && <div className="flex flex-col gap-3">{drawn}</div>}
      {!isColumn && width > 0 && (
        <div className="board-grid">
          <GridLayout
            width={width}
            gridConfig={GRID}
            dragConfig={{ ...DRAG, enabled: isEditor }}
            resizeConfig={isEditor ? { ...RESIZE, enabled: true } : { enabled: false, handles: [] }}
            layout={layoutOf(tiles)}
            onDragStop={finish}
            onResizeStop={finish}
          >
            {drawn}
          </GridLayout>
        </div>
      )}
    </div>
  );
}

const Gone = () => (
  <main className="flex min-h-dvh flex-col items-center justify-center bg-table p-6">
    <title>{t("sharedGone")}</title>
    <div role="alert" className="flex max-w-96 flex-col gap-1">
      <h1 className="text-title font-strong">{t("sharedGone")}</h1>
      <p className="text-prose text-ink-2">{t("sharedGoneAbout")}</p>
    </div>
  </main>
);
