"use client";

import { useLayoutEffect, useRef, useState } from "react";
import type { SurfaceState } from "@/components/client/surface-state";
import { cn } from "@/components/ui/cn";
import type { Frame, Handlers, PreviewVersion } from "./frame";
import { NOT_LOADED } from "./open-element";
import { framePool } from "./pool";

type PreviewFrameProps = {
  version: PreviewVersion;
  surface?: SurfaceState;
  onShown: () => void;
  /** Called when the frame has stopped for good, for example because the component hangs. */
  onEnd: () => void;
};

/**
 * Delay before a version that drew nothing is tried again, because the slot may have been hidden or the machine busy.
 * It doubles each time.
 */
const AGAIN_MS = 500;
const LATEST_MS = 16_000;
const MAX_FRAMES = 3;

const nothing = () => {};
const never = () => Promise.reject(new Error("It is still being written."));
const SILENT: Handlers = {
  onPainted: nothing,
  onHeight: nothing,
  onFailure: nothing,
  onStopped: nothing,
  onAction: never,
  onSay: never,
  onEscape: nothing,
};

/**
 * A component while the model writes it, in one frame for all versions. It is inert, and its requests are
 * refused.
 */
export function PreviewFrame({ version, surface, onShown, onEnd }: PreviewFrameProps) {
  const slot = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const [isShown, setShown] = useState(false);
  const [attempt, setAttempt] = useState(1);
  const trials = useRef<Trials>(undefined);
  const latest = useRef({ onShown, onEnd, version, sheet: surface });
  latest.current = { onShown, onEnd, version, sheet: surface };

  useLayoutEffect(() => {
    if (!slot.current) return;
    const { frame } = framePool().take(undefined, slot.current);
    const tried = new Trials(frame);
    frame.isTrial = true;
    frame.sheet ??= latest.current.sheet;
    frame.handlers = {
      ...SILENT,
      onHeight: setHeight,
      onStopped: (why) => {
        const isLate = why === NOT_LOADED && attempt < MAX_FRAMES;
        if (!isLate) return latest.current.onEnd();
        framePool().loseNames();
        setAttempt(attempt + 1);
      },
      onPreviewed: (isGood) => {
        if (isGood) {
          setShown(true);
          latest.current.onShown();
        }
        tried.over(isGood);
      },
    };
    trials.current = tried;
    tried.want(latest.current.version);
    return () => {
      trials.current = undefined;
      tried.close();
      frame.close();
    };
  }, [attempt]);

  useLayoutEffect(() => trials.current?.want(version), [version]);

  return (
    <div
      ref={slot}
      inert
      aria-hidden
      data-slot="preview"
      data-shown={isShown || undefined}
      className={cn("min-w-0", !isShown && "absolute inset-x-0 top-0 h-px overflow-hidden opacity-0")}
      style={isShown ? { height: Math.max(height, 1) } : undefined}
    />
  );
}

/** Sends the newest version once the previous one was tried, and retries a version that drew nothing. */
class Trials {
  readonly #frame: Frame;
  #newest: PreviewVersion | undefined;
  #next: PreviewVersion | undefined;
  #isTrying = false;
  #wait = AGAIN_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  want(version: PreviewVersion): void {
    if (version === this.#newest) return;
    clearTimeout(this.#timer);
    this.#wait = AGAIN_MS;
    this.#newest = version;
    this.#next = version;
    this.#go();
  }

  over(isGood: boolean): void {
    this.#isTrying = false;
    if (!isGood && !this.#next) {
      this.#timer = setTimeout(() => {
        this.#next = this.#newest;
        this.#go();
      }, this.#wait);
      this.#wait = Math.min(this.#wait * 2, LATEST_MS);
    }
    this.#go();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #go(): void {
    if (!this.#next || this.#isTrying) return;
    this.#isTrying = true;
    this.#frame.preview(this.#next);
    this.#next = undefined;
  }
}
