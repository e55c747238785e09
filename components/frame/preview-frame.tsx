"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { Frame, Handlers, PreviewVersion } from "./frame";
import { framePool } from "./pool";

type PreviewFrameProps = {
  version: PreviewVersion;
  /** Something of it is there to be seen. */
  onShown: () => void;
  /** It hangs, or cannot be shown here. */
  onEnd: () => void;
};

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

/** A component while it is being written, in one frame for all its versions. Nobody can use it, nor does it reach anything. */
export function PreviewFrame({ version, onShown, onEnd }: PreviewFrameProps) {
  const slot = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const [isShown, setShown] = useState(false);
  const frame = useRef<Frame>(undefined);
  const next = useRef<PreviewVersion>(undefined);
  const isTrying = useRef(false);
  const latest = useRef({ onShown, onEnd });
  latest.current = { onShown, onEnd };

  /** One version after the other: the newest, once the one before it was tried. */
  const go = useRef(() => {
    if (!frame.current || !next.current || isTrying.current) return;
    isTrying.current = true;
    frame.current.preview(next.current);
    next.current = undefined;
  });

  useLayoutEffect(() => {
    if (!slot.current) return;
    const { frame: taken } = framePool().take(undefined, slot.current);
    taken.isTrial = true;
    taken.handlers = {
      ...SILENT,
      onHeight: setHeight,
      onStopped: () => latest.current.onEnd(),
      onPreviewed: (isGood) => {
        isTrying.current = false;
        if (isGood) {
          setShown(true);
          latest.current.onShown();
        }
        go.current();
      },
    };
    frame.current = taken;
    return () => {
      frame.current = undefined;
      isTrying.current = false;
      taken.close();
    };
  }, []);

  useEffect(() => {
    next.current = version;
    go.current();
  }, [version]);

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
