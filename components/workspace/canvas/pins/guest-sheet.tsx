"use client";

import { DeskContext } from "@/components/workspace/chat/desk";
import { Sheet } from "../sheet";
import type { SheetPlace } from "../sheet-place";
import type { Guest } from "./guests";
import { useBoard } from "./pins";
import { usePinDesk } from "./use-pin-desk";

type GuestSheetProps = { guest: Guest; place: SheetPlace; className?: string };

export function GuestSheet({ guest: { pin }, place, className }: GuestSheetProps) {
  const desk = usePinDesk(useBoard(), pin);
  if (!pin.surface) return null;
  return (
    <DeskContext value={desk}>
      <Sheet surface={pin.surface} place={place} className={className} />
    </DeskContext>
  );
}
