"use client";

import { Minus, Plus } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { DialogContent, DialogTitle } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { t } from "@/lib/shared/i18n/en/kit";
import { useZoom } from "./use-zoom";
import { MAX_SCALE } from "./zoom";

type ImageZoomProps = { url: string; alt: string };

/** Full-window image. Zooms by wheel, pinch, + and −; pans by dragging; 0 resets it. */
export function ImageZoom({ url, alt }: ImageZoomProps) {
  const image = useRef<HTMLImageElement>(null);
  const { view, boxRef, larger, smaller, fit, onKeyDown, pointer } = useZoom(image);
  const { scale, x, y } = view;
  return (
    <DialogContent
      aria-describedby={undefined}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-screen max-w-none gap-0 overflow-hidden rounded-none p-0"
    >
      <header className="flex h-14 shrink-0 items-center gap-1 pr-16 pl-5 max-md:pl-4">
        <DialogTitle className="min-w-0 flex-1 truncate">{alt || t("picture")}</DialogTitle>
        <IconButton label={t("smaller")} disabled={scale <= 1} onClick={smaller}>
          <Minus aria-hidden />
        </IconButton>
        <Button
          variant="ghost"
          className="w-16 px-0 tabular-nums"
          aria-label={t("fit", { percent: Math.round(scale * 100) })}
          onClick={fit}
        >
          {Math.round(scale * 100)}%
        </Button>
        <IconButton label={t("larger")} disabled={scale >= MAX_SCALE} onClick={larger}>
          <Plus aria-hidden />
        </IconButton>
      </header>
      <div
        ref={boxRef}
        {...pointer}
        className="flex min-h-0 flex-1 touch-none items-center justify-center overflow-hidden bg-table select-none"
        style={{ cursor: scale > 1 ? "grab" : "zoom-in" }}
      >
        {/* biome-ignore lint/performance/noImgElement: a data URL cannot be optimised */}
        <img
          ref={image}
          src={url}
          alt={alt}
          draggable={false}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
          className="max-h-full max-w-full object-contain"
        />
      </div>
    </DialogContent>
  );
}
