"use client";

import { useState } from "react";
import { isImageUrl, storedImage } from "@/lib/shared/blocks/image";
import { NoPicture } from "./no-picture";
import { RemotePicture } from "./remote-picture";
import { ZoomablePicture } from "./zoomable-picture";

type PictureProps = { url: string; alt?: string };

/**
 * A picture that an agent shows: one that came with the message or lies here is drawn, one from elsewhere only when the
 * person asks for it. Made of spans, to stand in prose.
 */
export function Picture({ url, alt = "" }: PictureProps) {
  const [broken, setBroken] = useState(false);
  const here = storedImage(url);
  if (!isImageUrl(url) || broken) return <NoPicture title={alt} why="This picture could not be shown." />;
  if (here === undefined && !url.startsWith("data:")) return <RemotePicture url={url} alt={alt} />;
  return <ZoomablePicture url={here ?? url} alt={alt} onBroken={() => setBroken(true)} />;
}
