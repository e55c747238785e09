"use client";

import { DeskContext } from "@/components/workspace/chat/desk";
import { Sheet } from "../surface";
import type { SurfacePlace } from "../surface-place";
import type { Guest } from "./guests";
import { useBoard } from "./pins";
import { usePinDesk } from "./use-pin-desk";

type GuestSurfaceProps = { guest: Guest; place: SurfacePlace; className?: string };

export function GuestSurface({ guest: { pin }, place, className }: GuestSurfaceProps) {
  const desk = usePinDesk(useBoard(), pin);
  if (!pin.surface) return null;
  return (
    <DeskContext value={desk}>
      <Sheet surface={pin.surface} place={place} className={className} />
    </DeskContext>
  );
}
