"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useRouter } from "@/components/ui/kit/agent-base";
import { DeskContext } from "@/components/workspace/chat/desk";
import type { FromSurface } from "@/lib/shared/chat/from-surface";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { answerSurface } from "../answer-surface";
import { Boundary } from "../boundary";
import type { SurfaceBody } from "../surface-body";
import type { PinBoard } from "./pin-board";
import { usePinDesk } from "./use-pin-desk";

/**
 * Renders the content of each pinned surface once, into a container element that moves between the slots of
 * the pages.
 */
export function PinnedBodies({ board }: { board: PinBoard }) {
  const pins = useSyncExternalStore(board.subscribe, board.pins, nothing);
  const places = useSyncExternalStore(board.subscribe, board.places, noPlaces);
  const Body = useSyncExternalStore(board.subscribe, board.body, nothing);
  if (!Body) return null;
  return pins?.map((pin) => {
    const place = places.get(pin.key);
    return (
      pin.surface &&
      place && (
        <PinnedBody key={pin.key} board={board} pin={pin} surface={pin.surface} place={place} Body={Body} />
      )
    );
  });
}

type PinnedBodyProps = { board: PinBoard; pin: Pin; surface: Surface; place: HTMLElement; Body: SurfaceBody };

function PinnedBody({ board, pin, surface, place, Body }: PinnedBodyProps) {
  const router = useRouter();
  const desk = usePinDesk(board, pin);
  // Not a layout effect: iframes can be kept only while they are still in the document.
  useEffect(
    () => () => {
      if (board.places().get(pin.key) !== place) place.remove();
    },
    [board, pin.key, place],
  );
  // The body renders again only when its surface changes. Its conversation may open or close before that, so
  // read the desk from a ref.
  const latest = useRef({ pin, desk });
  latest.current = { pin, desk };
  const answer = async (output: unknown, shown: Surface) => {
    const { pin, desk } = latest.current;
    place.closest("section")?.focus({ preventScroll: true });
    if (pin.surface) await answerSurface(shown, pin.asks[0], output, desk);
  };
  const fix = (text: string, surface: FromSurface) => {
    const { pin, desk } = latest.current;
    desk.say(text, surface);
    if (pin.from && pin.from.id !== board.open()?.id) router.push(`/chat/${pin.from.id}`);
  };
  return createPortal(
    <DeskContext value={desk}>
      <Boundary title={surface.title}>
        <Body surface={surface} onAnswer={answer} onFix={fix} />
      </Boundary>
    </DeskContext>,
    place,
  );
}

const nothing = () => undefined;
const NONE: ReadonlyMap<string, HTMLElement> = new Map();
const noPlaces = () => NONE;
