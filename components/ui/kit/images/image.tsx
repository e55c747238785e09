"use client";

import { useState } from "react";
import { isImageUrl, storedImage } from "@/lib/shared/blocks/image";
import { t } from "@/lib/shared/i18n/en/kit";
import { NoImage } from "./no-image";
import { RemoteImage } from "./remote-image";
import { ZoomableImage } from "./zoomable-image";

type ImageProps = { url: string; alt?: string };

/**
 * Image in an agent's message. Embedded and stored images are shown at once, images of other servers only
 * when the user asks for them. Consists of spans, so that it is valid inside paragraphs.
 */
export function Image({ url, alt = "" }: ImageProps) {
  const [broken, setBroken] = useState(false);
  const here = storedImage(url);
  if (!isImageUrl(url) || broken) return <NoImage title={alt} why={t("imageFailed")} />;
  if (here === undefined && !url.startsWith("data:")) return <RemoteImage url={url} alt={alt} />;
  return <ZoomableImage url={here ?? url} alt={alt} onBroken={() => setBroken(true)} />;
}
