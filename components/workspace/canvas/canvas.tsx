"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { later } from "@/components/ui/later";
import { type Desk, useDesk } from "@/components/workspace/chat/desk";
import { pointable, setPointing, usePointing } from "@/components/workspace/chat/pointing";
import { surfacePinKey } from "@/lib/shared/chat/surfaces/pins";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvas";
import { arrange, canHoldTwo } from "./arrange";
import { CanvasTabs } from "./canvas-tabs";
import { Empty, ground } from "./empty";
import type { Guest } from "./pins/guests";
import { useBoard, usePreferredPin } from "./pins/pins";
import { usePinning } from "./pins/use-pinning";
import { ShownLater } from "./shown-later";
import type { SurfacePickerProps } from "./surface-picker";
import type { SurfacePlace } from "./surface-place";
import { useAhead } from "./use-ahead";
import { useStage } from "./use-stage";
import { useStageWidth } from "./use-stage-width";
import { useSurfaceChanges } from "./use-surface-changes";
import { useSurfaceCommands } from "./use-surface-commands";
import { useWhyAsked } from "./use-why-asked";

type CanvasProps = {
  conversationId: string;
  title?: string;
  front: Desk["front"];
  onBring: (surfaceId: string) => void;
  pinned?: string | null;
  onPin?: (surfaceId: string) => void;
  guests?: readonly Guest[];
  bar?: ReactNode;
  className?: string;
};

/**
 * A canvas narrower than this (px) does not offer to show a second surface, because it never has space for
 * two.
 */
const PHONE = 480;

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
  const width = useStageWidth(stage);
  const table = useStage();
  const { beside, full } = table;
  const guestSurfaces = guests.map(({ surface }) => surface);
  const surfaces = [...guestSurfaces, ...own];
  const pins = usePinOrder([...(pinned === null ? [] : [pinned]), ...guestSurfaces.map(({ id }) => id)]);
  // A full-screen surface stays visible even if another one becomes active.
  const top = surfaces.some(({ id }) => id === full) ? (full ?? front) : front;
  const arranged = arrange(surfaces, { front: top, beside, pinned: pins, width });
  useAhead(surfaces);
  const { isPointing, there, pointAt } = usePointAt(desk, conversationId);
  const why = useWhyAsked(desk, conversationId);
  useSurfaceChanges();
  const isFree = (surface: Surface) => canClose(surface) && !pins.includes(surface.id) && !desk.isReader;
  const inFront = own.find(({ id }) => id === top);
  useSurfaceCommands({
    closable: inFront && isFree(inFront) ? inFront : undefined,
    hasSheets: all.length > 0,
    onClose: close,
    onAll: table.pickFront,
    onPoint: there && full === null && !desk.isReader ? () => pointAt(there.id) : undefined,
    onWhy: there && full === null ? () => why.ask(there) : undefined,
  });

  const bring = (id: string) => {
    if (pins.includes(id)) board.prefer(id);
    onBring(id);
  };
  /** A pinned surface of another conversation cannot be pointed at, so it is explained as a whole. */
  const whyOf = (surface: Surface, guest: Guest | undefined): SurfacePlace["onWhy"] => {
    const from = guest ? guest.pin.from : { id: conversationId };
    if (!from || surface.home) return undefined;
    return guest || surface.id === full ? (shown) => why.askWhole(shown, from.id) : why.ask;
  };
  const placeOf = (surface: Surface, guest: Guest | undefined): SurfacePlace => {
    const { id } = surface;
    return {
      id,
      key: guest ? id : surfacePinKey(conversationId, id),
      conversation: guest ? guest.pin.from : { id: conversationId, title },
      isGuest: Boolean(guest),
      isReader: desk.isReader && !guest,
      isPinned: pins.includes(id),
      onPin: guest ? (guest.onLeave ?? (() => unpin(guest.pin))) : onPin && (() => onPin(id)),
      isFull: id === full,
      onFull: () => table.fill(id),
      onLeaveFull: table.leaveFull,
      isBeside: arranged.isPair && id !== front,
      onBeside: surfaces.length < 2 ? undefined : besideIn(width, () => table.pickBeside(id)),
      onAway: table.putBack,
      onPoint: guest || desk.isReader ? undefined : () => pointAt(id),
      onWhy: whyOf(surface, guest),
      onClose: !guest && isFree(surface) ? () => close(surface) : undefined,
    };
  };

  const listed = [...guestSurfaces, ...all];
  const picker = (
    <SurfacePicker
      {...{ table, listed, surfaces, closed, front, onBring }}
      onFront={(id) => (closed.has(id) ? show(id) : bring(id))}
    />
  );
  if (arranged.shown.length === 0)
    return (
      <>
        <Empty closed={closed.size} onAll={table.pickFront} bar={bar} className={className} />
        {picker}
      </>
    );
  return (
    <section aria-label={t("canvas")} className={cn("relative", ground, className)}>
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
        <ShownLater {...arranged} guests={guests} pinned={pins} placeOf={placeOf} onBring={bring} />
      </div>
      {picker}
      {isPointing && <PointLayer />}
      {why.asked && <WhyPanel {...why.asked} onClose={why.close} />}
    </section>
  );
}

/**
 * Returns the action that shows another surface beside this one, "narrow" if the canvas is too narrow for
 * two, or undefined on a phone.
 */
function besideIn(width: number, pick: () => void): SurfacePlace["onBeside"] {
  if (width < PHONE) return undefined;
  return canHoldTwo(width) ? pick : "narrow";
}

/** A surface that asks something cannot be closed until it is answered. */
const canClose = ({ state }: Surface): boolean => state !== "writing" && state !== "waiting";

function usePointAt(desk: Desk, conversationId: string) {
  const isPointing = usePointing();
  const there = pointable(desk);
  const pointAt = (id: string) => {
    desk.show(id);
    setPointing(true);
  };
  const isBare = there === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup must run whenever either changes
  useEffect(() => () => setPointing(false), [conversationId, isBare]);
  return { isPointing, there, pointAt };
}

function usePinOrder(ids: string[]): string[] {
  const preferred = usePreferredPin();
  return ids.toSorted((a, b) => Number(b === preferred) - Number(a === preferred));
}

const PointLayer = later(
  () => import("./pointing/point-layer").then((module) => module.PointLayer),
  // Placeholder that blocks clicks on the surfaces while the layer loads.
  () => (
    <button
      type="button"
      aria-label={t("stopPointing")}
      className="absolute inset-0 z-50 cursor-progress"
      onClick={() => setPointing(false)}
    />
  ),
);
const WhyPanel = later(
  () => import("@/components/workspace/why/why-panel").then((module) => module.WhyPanel),
  () => null,
);
const Picker = later(() => import("./surface-picker").then((module) => module.SurfacePicker));

type TablePickerProps = Pick<SurfacePickerProps, "surfaces" | "closed" | "front"> & {
  table: ReturnType<typeof useStage>;
  listed: Surface[];
  onFront: (surfaceId: string) => void;
  onBring: (surfaceId: string) => void;
};

function SurfacePicker({ table, listed, surfaces, onFront, onBring, ...props }: TablePickerProps) {
  const { picking } = table;
  const isOpen = picking !== null;
  const [wanted, setWanted] = useState(isOpen);
  if (isOpen && !wanted) setWanted(true);
  const pick = (id: string) => {
    if (picking === "front") onFront(id);
    else {
      // Activate the surface whose menu the user opened. The picked surface goes to its left.
      if (picking) onBring(picking);
      table.putBeside(id);
    }
    table.pickNone();
  };
  if (!wanted) return null;
  return (
    <Picker
      {...props}
      heading={picking === "front" ? t("allSheets") : t("showBeside")}
      surfaces={picking === "front" ? listed : surfaces.filter(({ id }) => id !== picking)}
      isOpen={isOpen}
      onPick={pick}
      onClose={table.pickNone}
    />
  );
}
