"use client";

import { type ReactNode, useRef } from "react";
import { useDesk } from "@/components/chat/desk";
import { cn } from "@/components/ui/cn";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { arrange, canHoldTwo } from "./arrange";
import { CanvasTabs } from "./canvas-tabs";
import { moveGently } from "./frame/move-gently";
import { Peek } from "./peek";
import { Sheet } from "./sheet";
import { SheetPicker } from "./sheet-picker-later";
import type { SheetPlace } from "./sheet-place";
import { widthOf } from "./sheet-width";
import { useAhead } from "./use-ahead";
import { useRoom } from "./use-room";
import { useStage } from "./use-stage";

type CanvasProps = {
  conversationId: string;
  /** The conversation's title, for what is taken along of it. */
  title?: string;
  onBring: (surfaceId: string) => void;
  /** The surface that stays on the canvas, and how to say which. */
  pinned?: string | null;
  onPin?: (surfaceId: string | null) => void;
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
  onBring,
  pinned = null,
  onPin,
  bar,
  className,
}: CanvasProps) {
  const { surfaces, front } = useDesk();
  const stage = useRef<HTMLDivElement>(null);
  const room = useRoom(stage);
  const { beside, full, picking, ...table } = useStage();
  // What is shown full screen stays, whatever comes to the front meanwhile.
  const top = surfaces.some(({ id }) => id === full) ? (full ?? front) : front;
  const { shown, peek, isPair } = arrange(surfaces, { front: top, beside, pinned, room });
  const conversation = { id: conversationId, title };
  useAhead(surfaces);

  const pick = (id: string) => {
    if (picking === "front") onBring(id);
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
  const placeOf = ({ id }: Surface) => ({
    isPinned: id === pinned,
    onPin: onPin && (() => onPin(id === pinned ? null : id)),
    isFull: id === full,
    onFull: () => table.fill(id),
    onLeaveFull: table.leaveFull,
    isBeside: isPair && id !== front,
    onBeside: besideOf(id),
    onAway: table.putBack,
  });

  if (shown.length === 0) return <Empty bar={bar} className={className} />;
  return (
    <section aria-label="Canvas" className={cn(ground, className)}>
      <CanvasTabs
        surfaces={surfaces}
        front={front}
        pinned={pinned}
        onBring={onBring}
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
            <Peek key="peek" surface={peek} isPinned={peek.id === pinned} onBring={() => onBring(peek.id)} />
          )}
          {shown.map((surface, index) => (
            <Sheet
              key={surface.id}
              surface={surface}
              conversation={conversation}
              place={placeOf(surface)}
              className={placed({ index, count: shown.length, isPair, hasPeek: Boolean(peek) })}
            />
          ))}
        </div>
      </div>
      <SheetPicker
        heading={picking === "front" ? "All sheets" : "Show beside"}
        surfaces={picking === "front" ? surfaces : surfaces.filter(({ id }) => id !== picking)}
        front={front}
        isOpen={picking !== null}
        onPick={pick}
        onClose={table.pickNone}
      />
    </section>
  );
}

const ground =
  "flex min-w-0 flex-1 flex-col bg-table [background-image:radial-gradient(120%_90%_at_50%_0%,var(--table-lit),var(--table))]";

type Placed = { index: number; count: number; isPair: boolean; hasPeek: boolean };

/** The room for the flag is always there, so that nothing moves when it comes or goes. */
function placed({ index, count, isPair, hasPeek }: Placed): string {
  if (isPair) return "mt-6 w-full flex-1";
  if (count > 1) return index === 0 ? "pr-4" : "z-10 mt-[104px] -ml-4";
  return hasPeek ? "-mt-4 w-full" : "mt-6 w-full";
}

function Empty({ bar, className }: { bar?: ReactNode; className?: string }) {
  return (
    <section aria-label="Canvas" className={cn(ground, className)}>
      {bar && <div className="flex h-bar shrink-0 items-center justify-end px-5 max-md:hidden">{bar}</div>}
      <p className="m-auto max-w-72 p-6 text-center text-ui text-balance text-ink-3">
        The canvas is empty. Tables, charts and forms will lie here when the agent makes them.
      </p>
    </section>
  );
}
