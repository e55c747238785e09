"use client";

import "./board-grid.css";
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { GridLayout, type Layout, type LayoutItem } from "react-grid-layout";
import { canMove, moveFrame } from "@/components/draw/frame/pool";
import { useWidth } from "@/components/ui/kit/hooks/use-width";
import { loadActionMenu } from "@/components/ui/kit/menu-button";
import { useRights } from "@/components/ui/kit/rights";
import { useIsMobile } from "@/components/ui/use-mobile";
import { loadFor } from "@/components/workspace/canvas/use-ahead";
import type { BoardView, TileView } from "@/lib/shared/boards/contract";
import { expectedHeight } from "@/lib/shared/boards/expected-height";
import { compact, inOrder, type Placed, pixelsOf, placesOfMove } from "@/lib/shared/boards/layout";
import { DRAG, GRID, layoutOf, RESIZE } from "./grid-config";
import { GridWaits } from "./grid-waits";
import { describePlace, moveByKey, moveInColumn } from "./move-by-key";
import { nextIdle, Turns } from "./reveal";
import { Tile, type TileActions } from "./tile";
import { titleOf, type useBoardActions } from "./use-board";

/** Height in px of a tile's header on a phone. */
const HEAD = 54;

type BoardGridProps = {
  board: BoardView;
  actions: ReturnType<typeof useBoardActions>;
  reload: () => Promise<void>;
};

export function BoardGrid({ board, actions, reload }: BoardGridProps) {
  const [grid, width] = useWidth<HTMLDivElement>();
  const isColumn = useIsMobile();
  const isEditable = useRights().may({ right: "edit" });
  // Tiles render in a deferred update, so that many tiles do not block the page.
  const isDrawn = useDeferredValue(true, false);
  const [turns] = useState(() => new Turns(loadFor(board.tiles.flatMap(({ pin }) => pin.surface ?? []))));
  const [announcement, setAnnouncement] = useState("");
  const [isMoving, setMoving] = useState(false);
  const tiles = useMemo(() => compact(board.tiles), [board.tiles]);
  const drawn = useReadingOrder(grid, tiles);
  const latest = useRef({ tiles, actions, reload });
  latest.current = { tiles, actions, reload };

  useEffect(() => void nextIdle().then(loadActionMenu).catch(ignore), []);
  const own = useMemo((): TileActions => {
    const moveTo = (next: TileView[] | undefined, tile: TileView) => {
      if (!next) return;
      latest.current.actions.move(placesOfMove(latest.current.tiles, next, tile.id));
      setAnnouncement(describePlace(next, tile.id, titleOf(tile)));
    };
    return {
      onKey: (tile, event) => {
        const next =
          event.altKey || event.ctrlKey || event.metaKey
            ? undefined
            : moved(latest.current.tiles, tile, event);
        if (!next) return;
        event.preventDefault();
        moveTo(next, tile);
      },
      onUnpin: (tile) => latest.current.actions.unpin(tile),
      onRename: (tile, title) => latest.current.actions.rename(tile, title),
      onStep: isColumn
        ? (tile, by) => moveTo(moveInColumn(latest.current.tiles, tile.id, by), tile)
        : undefined,
      reload: () => latest.current.reload(),
    };
  }, [isColumn]);

  const finish = (layout: Layout, _: unknown, item: LayoutItem | null) => {
    setMoving(false);
    const after = layout.map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h }));
    const places = placesOfMove(tiles, after, item?.i ?? "");
    if (places.length > 0) actions.move(places);
  };
  return (
    <div ref={grid}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {!isDrawn && <GridWaits />}
      {isDrawn && isColumn && (
        <div className="flex flex-col gap-3">
          {drawn.map((tile) => (
            <div key={tile.id} data-tile={tile.id} className="grid grid-cols-1">
              <Tile
                tile={tile}
                board={board.id}
                actions={own}
                turns={turns}
                place={expectedHeight(tile.pin.surface?.input) ?? pixelsOf(tile.h) - HEAD}
              />
            </div>
          ))}
        </div>
      )}
      {isDrawn && !isColumn && width > 0 && (
        <div className="board-grid" data-moving={isMoving || undefined}>
          {/*
           * If an element with this id exists, react-draggable does not add its `::selection` style. That
           * style would make the browser recompute the styles of all elements twice per drag.
           */}
          <div id="react-draggable-style-el" hidden />
          <GridLayout
            width={width}
            gridConfig={GRID}
            dragConfig={{ ...DRAG, enabled: isEditable }}
            resizeConfig={{ ...RESIZE, enabled: isEditable }}
            layout={layoutOf(tiles)}
            onDragStart={() => setMoving(true)}
            onResizeStart={() => setMoving(true)}
            onDragStop={finish}
            onResizeStop={finish}
          >
            {drawn.map((tile) => (
              <div key={tile.id} data-tile={tile.id}>
                <Tile tile={tile} board={board.id} actions={own} turns={turns} />
              </div>
            ))}
          </GridLayout>
        </div>
      )}
    </div>
  );
}

const ignore = () => {};

const moved = (tiles: readonly TileView[], { id }: TileView, { key, shiftKey }: KeyboardEvent) =>
  moveByKey(tiles, id, { key, shiftKey });

/**
 * Returns the tiles in the order in which React must render them, and moves their elements into reading
 * order. React would detach elements to reorder them, which reloads iframes. So React always gets the order
 * in which the tiles were added, and this hook moves elements with `moveBefore`. In a browser without
 * `moveBefore`, they stay in that order until the page reloads.
 */
function useReadingOrder<T extends Placed>(place: RefObject<HTMLElement | null>, tiles: readonly T[]): T[] {
  const read = inOrder(tiles);
  const [came] = useState(() => new Map<string, number>());
  for (const { id } of read) if (!came.has(id)) came.set(id, came.size);
  // Runs after each render, because React appends new tiles.
  useLayoutEffect(() => {
    if (!canMove() || !place.current) return;
    const elements = new Map<string | undefined, HTMLElement>();
    for (const element of place.current.querySelectorAll<HTMLElement>("[data-tile]"))
      elements.set(element.dataset.tile, element);
    let next: Element | null = elements.values().next().value ?? null;
    for (const { id } of read) {
      const element = elements.get(id);
      if (!element) continue;
      if (element === next) next = element.nextElementSibling;
      else if (element.parentElement) moveFrame({ element }, element.parentElement, next);
    }
  });
  const turn = ({ id }: T) => came.get(id) ?? 0;
  return read.toSorted((a, b) => turn(a) - turn(b));
}
