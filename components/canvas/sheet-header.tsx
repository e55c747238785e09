"use client";

import { Minimize2, Pin, PinOff, X } from "lucide-react";
import { Clock } from "@/components/chat/clock";
import { MenuButton } from "@/components/shell/menu-button";
import { IconButton } from "@/components/ui/icon-button";
import { outcomeText, reasonOf, type Surface } from "@/lib/shared/chat/surfaces";
import type { SheetPlace } from "./sheet-place";

type SheetHeaderProps = {
  titleId: string;
  surface: Surface;
  conversation: { id: string; title: string };
  place: SheetPlace;
};

export function SheetHeader({ titleId, surface, conversation, place }: SheetHeaderProps) {
  const { isPinned, isFull, isBeside, onPin, onLeaveFull, onAway } = place;
  return (
    <header className="flex items-start gap-1 px-5 pt-4 max-md:px-4">
      <div className="min-w-0 flex-1">
        <h2 id={titleId} className="text-prose font-medium wrap-anywhere">
          {surface.title}
        </h2>
        <p className="text-meta text-ink-3">
          <When surface={surface} />
        </p>
      </div>
      {/* The buttons reach into the padding, so that their icons stand in line with the content's edge. */}
      <div className="-mt-1 -mr-2 flex shrink-0 max-md:-mt-2.5 max-md:-mr-3 print:hidden">
        {isBeside && !isFull && (
          <IconButton label="Put it back" onClick={onAway}>
            <X aria-hidden />
          </IconButton>
        )}
        {onPin && !isFull && (
          <IconButton
            label={isPinned ? "Unpin" : "Pin"}
            onClick={onPin}
            className={isPinned ? "bg-fill-press text-ink" : "max-md:hidden"}
          >
            {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          </IconButton>
        )}
        {isFull && (
          <IconButton label="Leave full screen" onClick={onLeaveFull}>
            <Minimize2 aria-hidden />
          </IconButton>
        )}
        <MenuButton
          label={`More for “${surface.title}”`}
          load={loadMenu}
          menu={{ surface, conversation, place }}
        />
      </div>
    </header>
  );
}

const loadMenu = () => import("./sheet-menu").then((module) => module.SheetMenu);

/** "10:44, after you said “Plan Saturday with me”; answered 10:46" */
function When({ surface }: { surface: Surface }) {
  const { at, answeredAt } = surface;
  const reason = reasonOf(surface);
  const outcome = outcomeText(surface);
  return (
    <>
      {at && <Clock at={at} />}
      {at && reason && ", "}
      {reason}
      {outcome && (
        <>
          {(at || reason) && "; "}
          {outcome}
          {answeredAt && (
            <>
              {"\u00a0"}
              <Clock at={answeredAt} />
            </>
          )}
        </>
      )}
    </>
  );
}
