"use client";

import {
  ArrowDown,
  ArrowUp,
  GripVertical,
  MessageSquare,
  MessageSquareText,
  Pencil,
  PinOff,
} from "lucide-react";
import { type KeyboardEvent, memo, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import type { ActionGroups } from "@/components/ui/kit/action-menu";
import { useRouter } from "@/components/ui/kit/agent-base";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { RenameField } from "@/components/ui/kit/rename-field";
import { useRights } from "@/components/ui/kit/rights";
import { Skeleton } from "@/components/ui/skeleton";
import { answerSurface } from "@/components/workspace/canvas/answer-surface";
import { Boundary } from "@/components/workspace/canvas/boundary";
import { PinnedSlot } from "@/components/workspace/canvas/pins/pinned-slot";
import { useIsRetained, useBoard as usePinBoard } from "@/components/workspace/canvas/pins/pins";
import { usePinDesk } from "@/components/workspace/canvas/pins/use-pin-desk";
import { SurfaceBody } from "@/components/workspace/canvas/surface-body";
import { DeskContext } from "@/components/workspace/chat/desk";
import type { TileView } from "@/lib/shared/boards/contract";
import type { FromSurface } from "@/lib/shared/chat/from-surface";
import { surfaceHash } from "@/lib/shared/chat/surfaces/surface-address";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/board";
import { t as comments } from "@/lib/shared/i18n/en/comments";
import { t as common } from "@/lib/shared/i18n/en/common";
import { type Turns, useRevealed } from "./reveal";
import { TileComments } from "./tile-comments";
import { titleOf } from "./use-board";
import { useColumnHeight } from "./use-column-height";

export type TileActions = {
  onKey: (tile: TileView, event: KeyboardEvent) => void;
  onUnpin: (tile: TileView) => void;
  onRename: (tile: TileView, title: string) => void;
  /** Moves the tile in the phone column; undefined on the grid. */
  onStep: ((tile: TileView, by: -1 | 1) => void) | undefined;
  reload: () => Promise<void>;
};

type TileProps = {
  tile: TileView;
  board: string;
  actions: TileActions;
  turns: Turns;
  /**
   * Estimated height in px of the body, which the tile has in the phone column until the body is measured.
   * Undefined on the grid.
   */
  place?: number;
};

const EDIT = { right: "edit" } as const;

export const Tile = memo(function Tile({ tile, board, actions, turns, place }: TileProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const [isRenaming, setRenaming] = useState(false);
  const [hasComments, setComments] = useState(false);
  const [isPointing, setIsPointing] = useState(false);
  const isRevealed = useRevealed(section, turns);
  const body = useRef<HTMLDivElement>(null);
  const columnHeight = useColumnHeight(body, tile.id, place);
  const title = titleOf(tile);
  const isWaiting = tile.pin.surface?.state === "waiting";
  const { onKey, onUnpin, onRename, onStep } = actions;
  const isColumn = onStep !== undefined;
  const isMovable = useRights().may(EDIT) && !isColumn;
  const { from, surface } = tile.pin;
  const groups: ActionGroups = [
    [
      from !== null &&
        surface !== null && {
          ...{ label: t("openConversation"), icon: MessageSquare },
          href: `/chat/${from.id}${surfaceHash(surface)}`,
        },
      {
        ...{ label: comments("comment"), icon: MessageSquareText, takesFocus: true },
        onSelect: () => setComments(true),
      },
      { label: t("rename"), icon: Pencil, needs: EDIT, onSelect: () => setRenaming(true) },
      onStep && { label: t("moveUp"), icon: ArrowUp, needs: EDIT, onSelect: () => onStep(tile, -1) },
      onStep && { label: t("moveDown"), icon: ArrowDown, needs: EDIT, onSelect: () => onStep(tile, 1) },
    ],
    [{ label: t("takeOff"), icon: PinOff, needs: EDIT, onSelect: () => onUnpin(tile) }],
  ];
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={id}
      className={cn(
        "flex h-full min-w-0 flex-col overflow-hidden rounded-sheet border bg-sheet shadow-sheet outline-none",
        isWaiting ? "border-accent-line border-t-2 border-t-accent" : "border-transparent",
      )}
    >
      <header
        className={cn("flex shrink-0 items-center gap-1 px-2 pt-2", isMovable && "board-handle cursor-grab")}
      >
        {isMovable && (
          <IconButton
            label={t("move", { title })}
            aria-describedby={`${id}-keys`}
            className="cursor-grab text-ink-3"
            onKeyDown={(event) => onKey(tile, event)}
          >
            <GripVertical aria-hidden />
            <span id={`${id}-keys`} hidden>
              {t("moveKeys")}
            </span>
          </IconButton>
        )}
        {isRenaming ? (
          <RenameField
            title={title}
            label={t("tileTitle")}
            onDone={(next) => {
              setRenaming(false);
              if (next) onRename(tile, next);
            }}
          />
        ) : (
          <h2
            id={id}
            title={title}
            className={cn("min-w-0 flex-1 truncate text-prose font-medium", !isMovable && "pl-2")}
          >
            {title}
          </h2>
        )}
        {isWaiting && (
          <span className="shrink-0 text-meta font-medium text-accent">{common("waitingForYou2")}</span>
        )}
        <TileComments
          {...{ tile, board, isPointing }}
          isOpen={hasComments}
          onOpenChange={setComments}
          onPointing={setIsPointing}
        />
        <ActionsButton label={t("moreForTile", { title })} groups={groups} />
      </header>
      {/*
       * The browser skips the layout of content out of view. In the phone column, such content keeps its last
       * height.
       */}
      <div
        ref={body}
        data-sheet={isPointing ? surface?.id : undefined}
        className="min-h-0 flex-1 overflow-auto [content-visibility:auto]"
        style={columnHeight}
      >
        {isRevealed ? <Body tile={tile} actions={actions} section={section} /> : <Wait />}
      </div>
    </section>
  );
});

const Wait = () => (
  <div className="p-5">
    <Skeleton className="h-24" />
  </div>
);

type BodyProps = Pick<TileProps, "tile" | "actions"> & { section: { current: HTMLElement | null } };

function Body({ tile: { pin }, actions: { reload }, section }: BodyProps) {
  const pins = usePinBoard();
  const router = useRouter();
  const desk = usePinDesk({ subscribe: pins.subscribe, open: pins.open, load: reload }, pin);
  const isRetained = useIsRetained(pin.key, pin.surface?.kind ?? "text");
  const { surface, from, asks } = pin;
  if (!surface) return <p className="px-5 py-4 text-ui text-ink-2">{t("contentGone")}</p>;
  if (isRetained) return <PinnedSlot pinKey={pin.key} />;
  const answer = async (output: unknown, shown: Surface) => {
    // The button that the user clicked is removed, so move the keyboard focus to the tile.
    section.current?.focus({ preventScroll: true });
    await answerSurface(shown, asks[0], output, desk);
  };
  const fix = (text: string, surface: FromSurface) => {
    desk.say(text, surface);
    if (from) router.push(`/chat/${from.id}`);
  };
  return (
    <DeskContext value={desk}>
      <Boundary title={surface.title}>
        <SurfaceBody surface={surface} onAnswer={answer} onFix={from ? fix : undefined} />
      </Boundary>
    </DeskContext>
  );
}
