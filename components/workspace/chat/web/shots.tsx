"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ZoomableImage } from "@/components/ui/kit/images/zoomable-image";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { field } from "@/lib/shared/chat/parts";
import { type Shot, shotOf } from "@/lib/shared/chat/shot";
import { lineOf } from "@/lib/shared/chat/web-address";
import { t } from "@/lib/shared/i18n/en/chatWeb";

const FIRST = 4;

type ShotsProps = { tools: readonly ToolPart[]; isLive: boolean };

/**
 * Shows screenshots of consecutive calls as thumbnails that enlarge on click. Reserves their height while
 * they load.
 */
export function Shots({ tools, isLive }: ShotsProps) {
  const [isAll, setAll] = useState(false);
  const shots = tools.flatMap((tool, index) => {
    if (factsOfTool(tool.toolName)?.gives !== "screenshot") return [];
    const shot = shotOf(tool.output);
    if (!shot && !(isLive && tool.state === "input-available")) return [];
    // A provider may give two calls of a message the same id.
    return { key: `${index} ${tool.toolCallId}`, shot, of: lineOf(field(tool.input, "selector")) };
  });
  if (shots.length === 0) return null;
  const left = isAll ? 0 : shots.length - FIRST;
  return (
    <ul aria-label={t("screenshots")} className="flex flex-wrap items-center gap-2">
      {shots.slice(0, left > 0 ? FIRST : undefined).map(({ key, shot, of }) => (
        <li key={key}>
          {shot ? <Image shot={shot} of={of} /> : <div className="h-28 w-45 rounded-in bg-fill" />}
        </li>
      ))}
      {left > 0 && (
        <li>
          <Button variant="ghost" aria-label={t("showMore", { count: left })} onClick={() => setAll(true)}>
            +{left}
          </Button>
        </li>
      )}
    </ul>
  );
}

function Image({ shot: { url }, of }: { shot: Shot; of: string }) {
  return (
    <ZoomableImage
      url={url}
      alt={of ? t("screenshotOf", { part: of }) : t("screenshot")}
      className="block overflow-hidden border border-line"
      // Crop long pages at the bottom.
      imageClass="h-28 w-auto max-w-60 rounded-none object-cover object-top"
    />
  );
}
