"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { BrowserEventSent } from "@/lib/shared/browser/bodies";
import { bounded, inViewport, type Point, Presses, type Size, wheelOf } from "./geometry";
import { modifiersOf } from "./keys";

type Button = "left" | "middle" | "right";

const BUTTONS: Record<number, Button> = { 0: "left", 1: "middle", 2: "right" };
const WAYS: Record<number, "back" | "forward"> = { 3: "back", 4: "forward" };
/** Distance in px of the window. A touch that moves farther scrolls instead of clicking. */
const SLIP = 10;

type Reach = {
  viewport: Size;
  isMac: boolean;
  send: (event: BrowserEventSent) => void;
  /** Called on a mouse press, in px of the box, to move the keyboard focus to the page. */
  onPress: (at: Point) => void;
};

export function usePointer(box: RefObject<HTMLElement | null>, reach: Reach): void {
  const latest = useRef(reach);
  latest.current = reach;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const presses = new Presses();
    let pressed: Button | undefined;
    let finger: { id: number; start: Point; last: Point; slips: boolean } | undefined;
    const { send, sendSoon, stop } = paced((event) => latest.current.send(event));

    const placeOf = (event: MouseEvent) => ({
      ...inViewport(
        { x: event.clientX, y: event.clientY },
        element.getBoundingClientRect(),
        latest.current.viewport,
      ),
      modifiers: modifiersOf(event, latest.current.isMac),
    });

    const onDown = (event: PointerEvent) => {
      // Prevent the default focus change, because `onPress` moves the focus.
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      const at = { x: event.clientX, y: event.clientY };
      if (event.pointerType === "touch") {
        finger ??= { id: event.pointerId, start: at, last: at, slips: false };
        return;
      }
      const { x, y } = element.getBoundingClientRect();
      latest.current.onPress({ x: at.x - x, y: at.y - y });
      const button = BUTTONS[event.button];
      if (!button) return;
      pressed = button;
      const clickCount = presses.count(button, at, event.timeStamp);
      send({ type: "down", ...placeOf(event), button, clickCount });
    };

    const onMove = (event: PointerEvent) => {
      if (event.pointerType !== "touch") {
        sendSoon({ type: "move", ...placeOf(event), button: pressed ?? "none" });
        return;
      }
      if (finger?.id !== event.pointerId) return;
      const { start, last } = finger;
      finger.slips ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLIP;
      if (!finger.slips) return;
      const scale = latest.current.viewport.width / (element.clientWidth || 1);
      const deltaX = (last.x - event.clientX) * scale;
      const deltaY = (last.y - event.clientY) * scale;
      finger.last = { x: event.clientX, y: event.clientY };
      sendSoon({ type: "wheel", ...placeOf(event), deltaX, deltaY });
    };

    const onUp = (event: PointerEvent) => {
      if (event.pointerType === "touch") {
        if (finger?.id !== event.pointerId) return;
        const { slips, start } = finger;
        finger = undefined;
        if (slips || event.type === "pointercancel") return;
        const press = {
          ...placeOf(event),
          button: "left",
          clickCount: presses.count("left", start, event.timeStamp),
        } as const;
        send({ type: "move", ...placeOf(event) });
        send({ type: "down", ...press });
        send({ type: "up", ...press });
        return;
      }
      const way = WAYS[event.button];
      if (way) send({ type: way });
      if (!pressed) return;
      send({ type: "up", ...placeOf(event), button: pressed, clickCount: presses.last });
      pressed = undefined;
    };

    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = placeOf(event);
      sendSoon({ type: "wheel", ...at, ...wheelOf(event, latest.current.viewport) });
    };
    const refuse = (event: Event) => event.preventDefault();

    const leave = new AbortController();
    const { signal } = leave;
    element.addEventListener("pointerdown", onDown, { signal });
    element.addEventListener("pointermove", onMove, { signal });
    element.addEventListener("pointerup", onUp, { signal });
    element.addEventListener("pointercancel", onUp, { signal });
    element.addEventListener("contextmenu", refuse, { signal });
    // React adds passive wheel listeners, which cannot prevent the canvas from scrolling as well.
    element.addEventListener("wheel", onWheel, { signal, passive: false });
    return () => {
      leave.abort();
      stop();
    };
  }, [box]);
}

/**
 * Sends most events at once, but moves and wheel events only with the next animation frame, merged: wheel
 * deltas add up, and only the last move counts.
 */
function paced(sendNow: Reach["send"]) {
  let pending: BrowserEventSent | undefined;
  let frame = 0;
  /** Sends the pending event first, to preserve the order. */
  const flush = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    if (pending) sendNow(pending);
    pending = undefined;
  };
  const send = (event: BrowserEventSent) => {
    flush();
    sendNow(event);
  };
  const sendSoon = (event: BrowserEventSent) => {
    if (pending?.type !== event.type) flush();
    if (pending?.type === "wheel" && event.type === "wheel") {
      event.deltaX = bounded((event.deltaX ?? 0) + (pending.deltaX ?? 0));
      event.deltaY = bounded((event.deltaY ?? 0) + (pending.deltaY ?? 0));
    }
    pending = event;
    if (!frame) frame = requestAnimationFrame(flush);
  };
  return { send, sendSoon, stop: () => cancelAnimationFrame(frame) };
}
