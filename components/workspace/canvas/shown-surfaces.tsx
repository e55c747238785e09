import { Pin } from "lucide-react";
import { useEffect } from "react";
import { moveGently } from "@/components/draw/frame/move-gently";
import { cn } from "@/components/ui/cn";
import { Clock } from "@/components/ui/kit/clock";
import { SurfaceIcon } from "@/components/ui/kit/surface-icon";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvas";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Arrangement } from "./arrange";
import { GuestSurface } from "./pins/guest-surface";
import type { Guest } from "./pins/guests";
import { useBoard } from "./pins/pins";
import { Sheet } from "./surface";
import { SurfaceBody } from "./surface-body";
import type { SurfacePlace } from "./surface-place";
import { widthOf } from "./surface-width";

type ShownSurfacesProps = Arrangement & {
  guests: readonly Guest[];
  pinned: readonly string[];
  placeOf: (surface: Surface, guest: Guest | undefined) => SurfacePlace;
  onBring: (surfaceId: string) => void;
};

/**
 * All arrangements render the surfaces from the same list. A surface that moves therefore keeps its state
 * instead of remounting.
 */
export function ShownSurfaces({ shown, peek, isPair, guests, pinned, placeOf, onBring }: ShownSurfacesProps) {
  const board = useBoard();
  useEffect(() => board.drawWith(SurfaceBody), [board]);
  return (
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
          isPinned={pinned.includes(peek.id)}
          onBring={() => onBring(peek.id)}
        />
      )}
      {shown.map((surface, index) => {
        const guest = guests.find((one) => one.surface.id === surface.id);
        const place = placeOf(surface, guest);
        const className = placed({ index, count: shown.length, isPair, hasPeek: Boolean(peek) });
        return guest ? (
          <GuestSurface key={surface.id} guest={guest} place={place} className={className} />
        ) : (
          <Sheet key={surface.id} surface={surface} place={place} className={className} />
        );
      })}
    </div>
  );
}

type Placed = { index: number; count: number; isPair: boolean; hasPeek: boolean };

/**
 * Returns the classes of a surface's place. They always reserve space for the flag of a waiting surface, so
 * that nothing moves when the flag appears.
 */
function placed({ index, count, isPair, hasPeek }: Placed): string {
  if (isPair) return "mt-6 w-full flex-1";
  if (count > 1) return index === 0 ? "pr-4" : "z-10 mt-[104px] -ml-4";
  return hasPeek ? "-mt-4 w-full" : "mt-6 w-full";
}

type PeekProps = { surface: Surface; isPinned: boolean; onBring: () => void };

const STATES: Record<Surface["state"], string> = {
  get writing() {
    return t("beingMade");
  },
  get waiting() {
    return common("waitingForYou");
  },
  open: "",
  get answered() {
    return t("stateAnswered");
  },
  get read() {
    return t("stateRead");
  },
  get closed() {
    return t("stateClosed");
  },
};

/** The header of the surface behind the active one. A click activates it. */
function Peek({ surface, isPinned, onBring }: PeekProps) {
  const { title, kind, state, at } = surface;
  const label = kind === "browser" && state === "read" ? "" : STATES[state];
  return (
    <button
      type="button"
      onClick={onBring}
      className="mx-4 flex h-[86px] items-start self-stretch rounded-t-sheet bg-sheet px-4 text-left shadow-sheet"
    >
      <span className="flex h-12 min-w-0 flex-1 items-center gap-2.5">
        <SurfaceIcon kind={kind} className="size-4 shrink-0 text-ink-2" />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {isPinned && <Pin aria-label={t("pinned")} className="size-3.5 shrink-0 text-ink-2" />}
        <span className={`shrink-0 text-meta ${state === "waiting" ? "text-accent" : "text-ink-3"}`}>
          {at && <Clock at={at} />}
          {at && label ? ", " : ""}
          {label}
          <span className="sr-only">{t("bringToFront")}</span>
        </span>
      </span>
    </button>
  );
}
