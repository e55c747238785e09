"use client";

import { useState } from "react";
import { isImageUrl, storedImage } from "@/lib/shared/blocks/image";
import { NoPicture } from "./no-picture";
import { RemotePicture } from "./remote-picture";
import { ZoomablePicture } from "./zoomable-picture";

type PictureProps = { url: string; alt?: string };

/**
 * Image in an agent's message. Embedded and stored images are shown at once, images of other servers only
 * when the user asks for them. Consists of spans, so that it is valid inside paragraphs.
 */
export function Picture({ url, alt = "" }: PictureProps) {
  const [broken, setBroken] = useState(false);
  const here = storedImage(url);
  if (!isImageUrl(url) || broken) return <NoPicture title={alt} why="This image could not be shown." />;
  if (here === undefined && !url.startsWith("data:")) return <RemotePicture url={url} alt={alt} />;
  return <ZoomablePicture url={here ?? url} alt={alt} onBroken={() => setBroken(true)} />;
}
