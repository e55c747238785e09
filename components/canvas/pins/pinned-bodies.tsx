"use client";

import { CircleAlert } from "lucide-react";
import { Component, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { DeskContext } from "@/components/chat/desk";
import { useRouter } from "@/components/kit/agent-base";
import { Button } from "@/components/ui/button";
import type { FromSheet } from "@/lib/shared/chat/from-sheet";
import type { Pin } from "@/lib/shared/chat/pins";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { answerSheet } from "../answer-sheet";
import type { SheetBody } from "../sheet-body";
import type { PinBoard } from "./board";
import { usePinDesk } from "./use-pin-desk";

/** The insides of all pins that were shown, each in an element of its own that its sheets take to themselves in turn. */
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

type PinnedBodyProps = { board: PinBoard; pin: Pin; surface: Surface; place: HTMLElement; Body: SheetBody };

function PinnedBody({ board, pin, surface, place, Body }: PinnedBodyProps) {
  const router = useRouter();
  const desk = usePinDesk(board, pin);
  // Not a layout effect: frames inside can only be kept from where they still are in the document.
  useEffect(
    () => () => {
      if (board.places().get(pin.key) !== place) place.remove();
    },
    [board, pin.key, place],
  );
  // The body is drawn again only when the surface changes, but its conversation may have been opened or left since.
  const latest = useRef({ pin, desk });
  latest.current = { pin, desk };
  const answer = async (output: unknown) => {
    const { pin, desk } = latest.current;
    // The button that was pressed goes; who uses the keyboard stays here.
    place.closest("section")?.focus({ preventScroll: true });
    if (pin.surface) await answerSheet(pin.surface, pin.asks[0], output, desk);
  };
  const fix = (text: string, sheet: FromSheet) => {
    const { pin, desk } = latest.current;
    desk.say(text, sheet);
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

type BoundaryProps = { title: string; children: ReactNode };

/** What is drawn above the pages must not take them along when it fails. */
class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 px-5 pt-4 pb-5 text-ui max-md:px-4">
        <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />“{this.props.title}” could not be
        drawn.
        <Button variant="outline" size="sm" onClick={() => this.setState({ hasFailed: false })}>
          Try again
        </Button>
      </div>
    );
  }
}
