"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Desk, useDesk } from "@/components/chat/desk";
import { pointable, setPointing, usePointing } from "@/components/chat/pointing";
import { moveGently } from "@/components/frame/move-gently";
import { cn } from "@/components/ui/cn";
import { later } from "@/components/ui/later";
import { surfacePinKey } from "@/lib/shared/chat/pins";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { arrange, canHoldTwo } from "./arrange";
import { CanvasTabs } from "./canvas-tabs";
import { Empty, ground } from "./empty";
import { Peek } from "./peek";
import { GuestSheet } from "./pins/guest-sheet";
import type { Guest } from "./pins/guests";
import { useBoard, usePreferredPin } from "./pins/pins";
import { usePinning } from "./pins/use-pinning";
import { Sheet } from "./sheet";
import { SheetBody } from "./sheet-body";
import type { SheetPickerProps } from "./sheet-picker";
import type { SheetPlace } from "./sheet-place";
import { widthOf } from "./sheet-width";
import { useAhead } from "./use-ahead";
import { useRoom } from "./use-room";
import { useSheetChanges } from "./use-sheet-changes";
import { useSheetCommands } from "./use-sheet-commands";
import { useStage } from "./use-stage";

type CanvasProps = {
  conversationId: string;
  /** The conversation's title, for what is taken along of it. */
  title?: string;
  /** The sheet in front: of this conversation, or a guest. */
  front: Desk["front"];
  onBring: (surfaceId: string) => void;
  /** The surface of this conversation that stays on the canvas, and how to say which. */
  pinned?: string | null;
  onPin?: (surfaceId: string) => void;
  /** What was pinned elsewhere. */
  guests?: readonly Guest[];
  /** Buttons at the right end of the bar. */
  bar?: ReactNode;
  className?: string;
};

/** A table as narrow as this never holds two. */
const PHONE = 480;

/** The table: the sheet in front, and another one beside or behind it. */
export function Canvas({
  conversationId,
  title = "",
  front,
  onBring,
  pinned = null,
  onPin,
  guests = [],
  bar,
  className,
}: CanvasProps) {
  const desk = useDesk();
  const { surfaces: all, closed, show, close } = desk;
  const own = all.filter(({ id }) => !closed.has(id));
  const board = useBoard();
  const { unpin } = usePinning();
  const stage = useRef<HTMLDivElement>(null);
  const room = useRoom(stage);
  const { beside, full, picking, ...table } = useStage();
  const surfaces = [...guests.map(({ surface }) => surface), ...own];
  const pins = usePinOrder([
    ...(pinned === null ? [] : [pinned]),
    ...guests.map(({ surface }) => surface.id),
  ]);
  // What is shown full screen stays, whatever comes to the front meanwhile.
  const top = surfaces.some(({ id }) => id === full) ? (full ?? front) : front;
  const { shown, peek, isPair } = arrange(surfaces, { front: top, beside, pinned: pins, room });
  useAhead(surfaces);
  const isPointing = usePointing();
  const there = pointable(desk);
  const pointAt = (id: string) => {
    show(id);
    setPointing(true);
  };
  // It ends with what it was meant for.
  const isBare = there === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each of them
  useEffect(() => () => setPointing(false), [conversationId, isBare]);
  useEffect(() => board.drawWith(SheetBody), [board]);
  useSheetChanges();
  const isFree = (surface: Surface) => canClose(surface) && !pins.includes(surface.id);
  const inFront = own.find(({ id }) => id === top);
  useSheetCommands({
    closable: inFront && isFree(inFront) ? inFront : undefined,
    hasSheets: all.length > 0,
    onClose: close,
    onAll: table.pickFront,
    onPoint: there && full === null ? () => pointAt(there.id) : undefined,
  });

  const bring = (id: string) => {
    if (pins.includes(id)) board.prefer(id);
    onBring(id);
  };
  const pick = (id: string) => {
    if (picking === "front" && closed.has(id)) show(id);
    else if (picking === "front") bring(id);
    else {
      // The picked one lies left of the sheet from which it was asked for.
      if (picking) onBring(picking);
      table.putBeside(id);
    }
    table.pickNone();
  };
  const besideOf = (id: string): SheetPlace["onBeside"] => {
    if (surfaces.length < 2 || room < PHONE) return undefined;
    return canHoldTwo(room) ? () => table.pickBeside(id) : "narrow";
  };
  const placeOf = (surface: Surface, guest: Guest | undefined): SheetPlace => {
    const { id } = surface;
    return {
      id,
      key: guest ? id : surfacePinKey(conversationId, id),
      conversation: guest ? guest.pin.from : { id: conversationId, title },
      isGuest: Boolean(guest),
      isPinned: pins.includes(id),
      onPin: guest ? () => unpin(guest.pin) : onPin && (() => onPin(id)),
      isFull: id === full,
      onFull: () => table.fill(id),
      onLeaveFull: table.leaveFull,
      isBeside: isPair && id !== front,
      onBeside: besideOf(id),
      onAway: table.putBack,
      onPoint: guest ? undefined : () => pointAt(id),
      onClose: !guest && isFree(surface) ? () => close(surface) : undefined,
    };
  };

  const listed = [...guests.map(({ surface }) => surface), ...all];
  const picker = (
    <SheetPicker
      heading={picking === "front" ? "All sheets" : "Show beside"}
      surfaces={picking === "front" ? listed : surfaces.filter(({ id }) => id !== picking)}
      closed={closed}
      front={front}
      isOpen={picking !== null}
      onPick={pick}
      onClose={table.pickNone}
    />
  );
  if (shown.length === 0)
    return (
      <>
        <Empty closed={closed.size} onAll={table.pickFront} bar={bar} className={className} />
        {picker}
      </>
    );
  return (
    <section aria-label="Canvas" className={cn("relative", ground, className)}>
      <CanvasTabs
        surfaces={surfaces}
        front={front}
        pinned={pins}
        count={listed.length}
        onBring={bring}
        onAll={table.pickFront}
        bar={bar}
      />
      <div ref={stage} className="min-h-0 flex-1 overflow-y-auto px-7 pt-2 pb-10 max-md:px-3 max-md:pt-3">
        {/* One list for every arrangement: a sheet that moves is not drawn anew, and keeps what was done in it. */}
        <div
          ref={moveGently}
          className={cn(
            "flex",
            shown.length > 1 ? "items-start" : cn("flex-col", shown[0] && widthOf(shown[0])),
            isPair && "gap-4",
          )}
        >
          {peek && (
            <Peek
              key="peek"
              surface={peek}
              isPinned={pins.includes(peek.id)}
              onBring={() => bring(peek.id)}
            />
          )}
          {shown.map((surface, index) => {
            const guest = guests.find((one) => one.surface.id === surface.id);
            const place = placeOf(surface, guest);
            const className = placed({ index, count: shown.length, isPair, hasPeek: Boolean(peek) });
            return guest ? (
              <GuestSheet key={surface.id} guest={guest} place={place} className={className} />
            ) : (
              <Sheet key={surface.id} surface={surface} place={place} className={className} />
            );
          })}
        </div>
      </div>
      {picker}
      {isPointing && <PointLayer />}
    </section>
  );
}

/** What asks something stays in sight until it is answered. */
const canClose = ({ state }: Surface): boolean => state !== "writing" && state !== "waiting";

/** The one that was in front last comes first. */
function usePinOrder(ids: string[]): string[] {
  const preferred = usePreferredPin();
  return ids.toSorted((a, b) => Number(b === preferred) - Number(a === preferred));
}

type Placed = { index: number; count: number; isPair: boolean; hasPeek: boolean };

/** The room for the flag is always there, so that nothing moves when it comes or goes. */
function placed({ index, count, isPair, hasPeek }: Placed): string {
  if (isPair) return "mt-6 w-full flex-1";
  if (count > 1) return index === 0 ? "pr-4" : "z-10 mt-[104px] -ml-4";
  return hasPeek ? "-mt-4 w-full" : "mt-6 w-full";
}

const PointLayer = later(() => import("./pointing/point-layer").then((module) => module.PointLayer));
const Picker = later(() => import("./sheet-picker").then((module) => module.SheetPicker));

/** Loads the list of sheets when it is asked for the first time. */
function SheetPicker(props: SheetPickerProps) {
  const [wanted, setWanted] = useState(props.isOpen);
  if (props.isOpen && !wanted) setWanted(true);
  return wanted ? <Picker {...props} /> : null;
}
