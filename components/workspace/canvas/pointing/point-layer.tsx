"use client";

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { uploadsOf } from "@/components/client/uploads-of";
import type { Frame } from "@/components/draw/frame/frame";
import { framePool } from "@/components/draw/frame/pool";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useRegistry } from "@/components/ui/kit/commands";
import { notifyProblem } from "@/components/ui/kit/notify";
import { snapshot } from "@/components/ui/kit/snapshot";
import { pointsOfDraft } from "@/components/workspace/chat/client/points";
import { useDesk } from "@/components/workspace/chat/desk";
import {
  beforePointing,
  pointingPurpose,
  setPointing,
  takePoint,
} from "@/components/workspace/chat/pointing";
import { field } from "@/lib/shared/chat/parts";
import {
  columnIndex,
  MAX_POINTS,
  type Point,
  partName,
  pointImage,
  pointLabel,
  pointText,
} from "@/lib/shared/chat/points";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { Pointed } from "@/lib/shared/frame/protocol";
import { t } from "@/lib/shared/i18n/en/canvasPointing";
import { t as common } from "@/lib/shared/i18n/en/common";
import { pointInFrames } from "./frames";
import { sourceLine } from "./source-line";
import { frameIn, pointOf, type Target, targetAt, targetsIn } from "./targets";

const PRESSES = [
  ...["pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick", "auxclick", "contextmenu"],
  ...["touchstart", "touchend", "dragstart"],
];
const TEXT = "input, textarea, select, [contenteditable]";
const KEYS = ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", "Enter", " ", "Escape"];

/**
 * Captures clicks and keys on the canvas while the user points at something, so that they do not reach the
 * surface. Iframes of components report their own events. Attaches the chosen target to the next message,
 * with a small image. `isOverPage`: the layer belongs to a tile, whose own position would move its bar.
 */
export function PointLayer({ isOverPage = false }: { isOverPage?: boolean }) {
  const { surfaces, conversationId } = useDesk();
  const registry = useRegistry();
  const [target, setTarget] = useState<Target>();
  /** The element that the keyboard selected inside a component. */
  const [inside, setInside] = useState<Pointed>();
  /** Triggers a render when the user scrolls, because scrolling moves the target and its outline. */
  const [, setScrolled] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const isTaken = useRef(false);
  const titleOf = (surface: HTMLElement) => surfaceOf(surfaces, surface)?.title ?? "";

  const take = (point: Point, image: string | undefined) => {
    isTaken.current = true;
    if (takePoint(point)) return;
    if (!pointsOfDraft(conversationId).add([point])) void notifyProblem(t("tooMany", { max: MAX_POINTS }));
    else if (image) attach(conversationId, point, image);
    setPointing(false);
    registry.press("composer");
  };
  const takeTarget = async (meant: Target) => {
    const point = pointOf(meant, titleOf(meant.sheet));
    const columnAt = columnIndex(surfaceOf(surfaces, meant.sheet)?.input, point);
    // A single cell has too little context, so capture its row.
    take(
      { ...point, ...(columnAt !== undefined && { columnAt }) },
      await snapshot(meant.element.closest("tr") ?? meant.element),
    );
  };
  const onPointed = useEffectEvent((meant: Target, pointed: Pointed) => {
    if (pointed.isOut) return setInside(undefined);
    if (!pointed.isTaken) return setInside(pointed);
    const surface = surfaceOf(surfaces, meant.sheet);
    const { tag, path, text, picture: image } = pointed;
    const line = sourceLine(field(surface?.input, "code") ?? "", pointed);
    const point = { ...pointOf(meant, titleOf(meant.sheet)), tag, path, text: pointText(text) };
    take({ ...point, ...(line !== undefined && { line }) }, image);
  });
  // Until this layer is loaded, a placeholder in canvas.tsx blocks clicks. A layout effect runs before the
  // user can click a frame, so the frame reports that click instead of handling it.
  useLayoutEffect(() => pointInFrames((element) => framePool().frameOf(element), onPointed), []);

  const onMove = (event: PointerEvent) => {
    // When content scrolls under a resting pointer, the browser fires a move without movement. It must not
    // override the target chosen by keyboard.
    if (event.movementX === 0 && event.movementY === 0) return;
    if (event.target instanceof Element) setTarget(targetAt(event.target));
    setInside(undefined);
  };
  const onPress = (event: Event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-sheet]")) return;
    // Preventing a touch event would also prevent its click and scrolling.
    if (event.cancelable && !event.type.startsWith("touch")) event.preventDefault();
    event.stopImmediatePropagation();
    const meant = event.type === "click" ? targetAt(event.target) : undefined;
    if (meant) void takeTarget(meant);
  };
  const onKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (!KEYS.includes(key) || event.isComposing) return;
    // Keys in a text field stay there, and Enter and Space still press the bar's buttons.
    if (key !== "Escape" && event.target instanceof Element && event.target.closest(TEXT)) return;
    if ((key === "Enter" || key === " ") && event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === "Escape") return setPointing(false);
    const frame = target && framed(target);
    if (key === "Enter" || key === " ") {
      if (inside && frame) frame.point("take");
      else if (target) void takeTarget(target);
      return;
    }
    if (frame && (key === "ArrowRight" || (inside && key === "ArrowLeft")))
      return frame.point(key === "ArrowRight" ? "next" : "previous");
    setInside(undefined);
    const all = targetsIn(document, key === "ArrowDown" || key === "ArrowUp");
    const step = key === "ArrowDown" || key === "ArrowRight" ? 1 : -1;
    const next = neighbour(all, target, step);
    next?.element.scrollIntoView({ block: "nearest" });
    setTarget(next);
  };
  useFocusBack(isTaken);
  useCapture(bar, { onMove, onPress, onKey, onScroll: () => setScrolled((count) => count + 1) });

  const label = inside
    ? `${partName(inside.tag)} ${pointText(inside.text, 60)}`
    : target && pointLabel(pointOf(target, titleOf(target.sheet)));
  return (
    <>
      {target && !inside && <Outline around={target.element} />}
      <PointBar bar={bar} label={label} isOverPage={isOverPage} />
    </>
  );
}

/** On unmount, restores the earlier focus if the user chose no target. */
function useFocusBack(isTaken: RefObject<boolean>): void {
  useEffect(() => {
    const before = beforePointing();
    return () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && !isTaken.current && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [isTaken]);
}

type Captured = {
  onMove: (event: PointerEvent) => void;
  onPress: (event: Event) => void;
  onKey: (event: KeyboardEvent) => void;
  onScroll: () => void;
};

/** Listens to pointer and keys in the capture phase, and focuses the bar so that it receives the keys. */
function useCapture(bar: RefObject<HTMLElement | null>, captured: Captured): void {
  const onMove = useEffectEvent(captured.onMove);
  const onPress = useEffectEvent(captured.onPress);
  const onKey = useEffectEvent(captured.onKey);
  const onScroll = useEffectEvent(captured.onScroll);
  useEffect(() => {
    const options = { capture: true, passive: false };
    const end = new AbortController();
    const { signal } = end;
    addEventListener("pointermove", (event) => onMove(event), { capture: true, passive: true, signal });
    addEventListener("scroll", () => onScroll(), { capture: true, passive: true, signal });
    for (const type of PRESSES) addEventListener(type, (event) => onPress(event), { ...options, signal });
    addEventListener("keydown", (event) => onKey(event), { capture: true, signal });
    // Runs after the activation of the surface, which moves the focus to it.
    const timer = setTimeout(() => bar.current?.focus({ preventScroll: true }));
    signal.addEventListener("abort", () => clearTimeout(timer));
    return () => end.abort();
  }, [bar]);
}

type PointBarProps = {
  bar: RefObject<HTMLDivElement | null>;
  label: string | undefined;
  isOverPage: boolean;
};

function PointBar({ bar, label, isOverPage }: PointBarProps) {
  const purpose = pointingPurpose();
  const takeWhole = () => {
    setPointing(false);
    purpose?.whole.onTaken();
  };
  return (
    <div
      ref={bar}
      tabIndex={-1}
      role="toolbar"
      aria-label={t("pointing")}
      className={cn(
        isOverPage ? "fixed" : "absolute",
        "bottom-6 left-1/2 z-50 flex w-max max-w-[92%] -translate-x-1/2 animate-appear items-center gap-3 rounded-sheet border border-line bg-float py-1.5 pr-1.5 pl-3.5 text-ui shadow-float outline-none max-md:bottom-3",
      )}
    >
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {label ?? purpose?.hint ?? t("clickTarget")}
      </p>
      <span className="text-meta text-ink-3 max-md:hidden">{t("keys")}</span>
      {purpose && (
        <Button size="sm" variant="outline" className="max-md:h-11" onClick={takeWhole}>
          {purpose.whole.label}
        </Button>
      )}
      <Button size="sm" variant="ghost" className="max-md:h-11" onClick={() => setPointing(false)}>
        {common("cancel")}
      </Button>
    </div>
  );
}

function Outline({ around }: { around: HTMLElement }) {
  const { top, left, width, height } = around.getBoundingClientRect();
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-50 rounded-in outline-2 outline-accent outline-offset-2"
      style={{ top, left, width, height }}
    />
  );
}

const surfaceOf = (surfaces: readonly Surface[], surface: HTMLElement): Surface | undefined =>
  surfaces.find(({ id }) => id === surface.dataset.sheet);

function framed(target: Target): Frame | undefined {
  const element = frameIn(target);
  return element ? framePool().frameOf(element) : undefined;
}

function neighbour(all: readonly Target[], now: Target | undefined, step: 1 | -1): Target | undefined {
  if (!now) return all[0];
  const at = all.findIndex(({ element }) => element === now.element);
  if (at >= 0) return all[at + step] ?? now;
  const follows = (one: Target) =>
    (now.element.compareDocumentPosition(one.element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  return (step > 0 ? all.find(follows) : all.findLast((one) => !follows(one))) ?? now;
}

function attach(conversationId: string, point: Point, image: string): void {
  const bytes = Uint8Array.from(atob(image.slice(image.indexOf(",") + 1)), (char) => char.charCodeAt(0));
  uploadsOf(conversationId).add([new File([bytes], pointImage(point), { type: "image/png" })], "point");
}
