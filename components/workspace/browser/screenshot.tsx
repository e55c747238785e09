"use client";

import { type CSSProperties, type ReactNode, useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Shot } from "@/lib/shared/chat/shot";
import { t } from "@/lib/shared/i18n/en/browser";
import type { Size } from "./geometry";
import type { Painter } from "./painter";
import type { Live } from "./use-live";

const LONG_MS = 10_000;

type ImageProps = {
  live: Live;
  viewport: Size;
  painter: Painter;
  hasImage: boolean;
  shot: Shot | undefined;
  /** Called when the user clicks the image without having taken over. */
  onRefused: () => void;
  isHeld: boolean;
  onAgain: () => void;
  children?: ReactNode;
};

/**
 * Shows the browser's image. The space reserved for it has the viewport's aspect ratio, which prevents a
 * layout shift.
 */
export function Image({
  live,
  viewport,
  painter,
  hasImage,
  shot,
  onRefused,
  isHeld,
  onAgain,
  children,
}: ImageProps) {
  const { phase, browser } = live;
  const name = browser?.title || browser?.url;
  const ratio = viewport.width / viewport.height;
  const shape: CSSProperties & { "--ratio": number } = { aspectRatio: ratio, "--ratio": ratio };
  const isEmpty = phase === "open" && hasImage && browser?.tabs.length === 0;
  const isOld = phase === "closed" && !hasImage && shot;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click only explains that the user must take over first
    // biome-ignore lint/a11y/useKeyWithClickEvents: the element receives no keyboard events
    <div
      onClick={isHeld || phase !== "open" ? undefined : onRefused}
      style={shape}
      className={cn(
        "relative w-full overflow-hidden bg-fill shadow-[0_1px_0_var(--line),0_-1px_0_var(--line)]",
        // In full screen, the image is as large as the window allows.
        "group-data-full/sheet:mx-auto group-data-full/sheet:max-w-[max(320px,calc((100dvh-288px)*var(--ratio)))]",
        !isHeld && phase === "open" && "cursor-not-allowed",
      )}
    >
      <canvas
        ref={useCallback((canvas: HTMLCanvasElement | null) => painter.attach(canvas), [painter])}
        role="img"
        aria-label={name ? t("viewOf", { name }) : t("view")}
        className={cn(
          "absolute inset-0 size-full object-contain",
          hasImage && !isEmpty ? "animate-fade" : "opacity-0",
          phase !== "open" && "opacity-60",
        )}
      />
      {isOld && (
        // biome-ignore lint/performance/noImgElement: a data URL needs no image optimiser
        <img
          src={shot.url}
          alt={t("lastScreenshot")}
          className="absolute inset-0 size-full object-contain opacity-60"
        />
      )}
      {!hasImage && phase !== "closed" && <Waiting onAgain={onAgain} />}
      {isEmpty && <Quiet>{t("noPage")}</Quiet>}
      {phase === "closed" && !hasImage && !shot && <Quiet>{t("noScreenshot")}</Quiet>}
      {children}
    </div>
  );
}

function Waiting({ onAgain }: Pick<ImageProps, "onAgain">) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <Quiet>
      <p>{t("waiting")}</p>
      <Button variant="outline" onClick={onAgain}>
        {t("connectAgain")}
      </Button>
    </Quiet>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 p-6 text-center text-ui text-balance text-ink-3">
    {children}
  </div>
);
