"use client";

import { useState } from "react";
import { ZoomablePicture } from "@/components/canvas/blocks/zoomable-picture";
import { cn } from "@/components/ui/cn";
import { FileChip } from "../file-chip";

type SentPictureProps = { url: string; name: string; mediaType: string; isAlone: boolean };

/** A picture of a message, as high as before it has loaded; a click makes it large. */
export function SentPicture({ url, name, mediaType, isAlone }: SentPictureProps) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <FileChip url={url} name={name} mediaType={mediaType} />;
  return (
    <ZoomablePicture
      url={url}
      alt={name}
      onBroken={() => setBroken(true)}
      className={isAlone ? "h-40" : "size-28"}
      pictureClass={cn("h-full bg-fill", !isAlone && "w-full object-cover")}
    />
  );
}
