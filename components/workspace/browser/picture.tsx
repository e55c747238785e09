"use client";

import { type CSSProperties, type ReactNode, useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Shot } from "@/lib/shared/chat/shot";
import type { Size } from "./geometry";
import type { Painter } from "./painter";
import type { Live } from "./use-live";

/** When it is fair to say what is waited for. */
const LONG_MS = 10_000;

type PictureProps = {
  live: Live;
  viewport: Size;
  painter: Painter;
  /** Something was drawn since the page was opened. */
  hasPicture: boolean;
  shot: Shot | undefined;
  /** Where nobody may touch it: says so. */
  onRefused: () => void;
  isHeld: boolean;
  /** Connects anew. */
  onAgain: () => void;
  children?: ReactNode;
};

/** What the browser shows, in the shape of its viewport from the beginning, so that nothing moves when it comes. */
export function Picture({
  live,
  viewport,
  painter,
  hasPicture,
  shot,
  onRefused,
  isHeld,
  onAgain,
  children,
}: PictureProps) {
  const { phase, browser } = live;
  const name = browser?.title || browser?.url;
  const ratio = viewport.width / viewport.height;
  const shape: CSSProperties & { "--ratio": number } = { aspectRatio: ratio, "--ratio": ratio };
  // The last page was closed, or has closed itself.
  const isEmpty = phase === "open" && hasPicture && browser?.tabs.length === 0;
  const isOld = phase === "closed" && !hasPicture && shot;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only says that nothing can be pressed here
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys do not reach it
    <div
      onClick={isHeld || phase !== "open" ? undefined : onRefused}
      style={shape}
      className={cn(
        "relative w-full overflow-hidden bg-fill shadow-[0_1px_0_var(--line),0_-1px_0_var(--line)]",
        // As large as the window lets it be seen whole.
        "group-data-full/sheet:mx-auto group-data-full/sheet:max-w-[max(320px,calc((100dvh-288px)*var(--ratio)))]",
        !isHeld && phase === "open" && "cursor-not-allowed",
      )}
    >
      <canvas
        ref={useCallback((canvas: HTMLCanvasElement | null) => painter.attach(canvas), [painter])}
        role="img"
        aria-label={name ? `What the browser shows: ${name}` : "What the browser shows"}
        className={cn(
          "absolute inset-0 size-full object-contain",
          hasPicture && !isEmpty ? "animate-fade" : "opacity-0",
          phase !== "open" && "opacity-60",
        )}
      />
      {isOld && (
        // biome-ignore lint/performance/noImgElement: a data URL needs no optimiser
        <img
          src={shot.url}
          alt="What the agent saw last"
          className="absolute inset-0 size-full object-contain opacity-60"
        />
      )}
      {!hasPicture && phase !== "closed" && <Waiting onAgain={onAgain} />}
      {isEmpty && <Quiet>No page is open.</Quiet>}
      {phase === "closed" && !hasPicture && !shot && <Quiet>No picture was kept.</Quiet>}
      {children}
    </div>
  );
}

function Waiting({ onAgain }: Pick<PictureProps, "onAgain">) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <Quiet>
      <p>Waiting for the first picture of the page.</p>
      <Button variant="outline" onClick={onAgain}>
        Connect again
      </Button>
    </Quiet>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 p-6 text-center text-ui text-balance text-ink-3">
    {children}
  </div>
);
