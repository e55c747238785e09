"use client";

import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { ComponentFrame } from "@/components/draw/frame/later";
import type { ComponentError } from "@/components/draw/frame/props";
import { COLUMNS } from "@/lib/shared/boards/layout";
import { type GalleryContent, type GalleryItem, galleryKey } from "@/lib/shared/gallery/items";
import { t } from "@/lib/shared/i18n/en/gallery";
import { ExportPreview } from "./export-preview";
import { useFrameSlot } from "./frame-slots";
import { useInView } from "./use-in-view";

const place = "h-44 overflow-hidden rounded-t-sheet";

export function Preview({ item }: { item: GalleryItem }) {
  const { content } = item;
  if (content.kind === "board") return <Sketch tiles={content.tiles} />;
  if (content.kind !== "export") return <Live item={item} drawn={content} />;
  if (content.drawn) return <Live item={item} drawn={content.drawn} />;
  return <ExportPreview item={item} content={content} className={place} />;
}

type Drawn = { bundle: string; props: Record<string, unknown> };

/** Runs a scaled, inert component while it is in view. */
function Live({ item, drawn: { bundle, props } }: { item: GalleryItem; drawn: Drawn }) {
  const { current } = useAgentChoice();
  const { box, isInView } = useInView();
  const [failed, setFailed] = useState<{ bundle: string; error: ComponentError }>();
  const error = failed?.bundle === bundle ? failed.error : undefined;
  const isRunning = useFrameSlot(isInView && error === undefined);
  return (
    <div ref={box} inert className={place}>
      {error && (
        <p className="flex h-full items-center gap-2 px-4 text-ink-2">
          <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
          <span className="line-clamp-4 min-w-0 wrap-anywhere">
            {t("sampleFailed", { message: error.message })}
          </span>
        </p>
      )}
      {isRunning && (
        <div className="w-[166.667%] origin-top-left scale-60 p-6">
          <ComponentFrame
            id={`gallery/${galleryKey(item)}`}
            bundle={bundle}
            props={props}
            title={item.title}
            isTrial
            isForeign={item.agent !== current}
            onError={(error) => error.phase !== "event" && setFailed({ bundle, error })}
          />
        </div>
      )}
    </div>
  );
}

const ROW_PX = 11;
const GAP_PX = 6;

type Tiles = Extract<GalleryContent, { kind: "board" }>["tiles"];

/** Draws the places and titles of a board's tiles. */
function Sketch({ tiles }: { tiles: Tiles }) {
  return (
    <div aria-hidden className={place}>
      <div className="relative m-4">
        {tiles.map(({ x, y, w, h, title }) => (
          <div
            key={`${x} ${y}`}
            style={{
              left: `${(x / COLUMNS) * 100}%`,
              width: `calc(${(w / COLUMNS) * 100}% - ${GAP_PX}px)`,
              top: y * ROW_PX,
              height: h * ROW_PX - GAP_PX,
            }}
            className="absolute overflow-hidden rounded-in border border-line bg-fill px-2 py-1 text-meta text-ink-2"
          >
            <p className="truncate">{title}</p>
          </div>
        ))}
      </div>
    </div>
  );
}
