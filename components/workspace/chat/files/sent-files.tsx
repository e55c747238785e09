"use client";

import { useState } from "react";
import { ZoomableImage } from "@/components/ui/kit/images/zoomable-image";
import type { Row } from "@/lib/shared/chat/rows";
import { IMAGES } from "@/lib/shared/file-address";
import { FileChip } from "../file-chip";

type FileRow = Extract<Row, { kind: "file" }>;

export type SentFilesProps = {
  files: readonly Pick<FileRow, "key" | "url" | "name" | "mediaType">[];
  drawn?: ReadonlySet<string>;
  pointed?: readonly string[];
};

export function SentFiles({ files, drawn = IMAGES, pointed = [] }: SentFilesProps) {
  const images = files.filter(({ mediaType }) => drawn.has(mediaType));
  const others = files.filter(({ mediaType }) => !drawn.has(mediaType));
  return (
    <>
      {images.length > 0 && (
        <div className="flex w-full min-w-0 flex-wrap gap-2">
          {images.map((file) => (
            <SentImage
              key={file.key}
              url={file.url}
              name={file.name}
              mediaType={file.mediaType}
              size={pointed.includes(file.name) ? "pointed" : images.length === 1 ? "alone" : "several"}
            />
          ))}
        </div>
      )}
      {others.length > 0 && (
        <div className="flex w-full min-w-0 flex-wrap gap-2">
          {others.map((file) => (
            <FileChip key={file.key} url={file.url} name={file.name} mediaType={file.mediaType} />
          ))}
        </div>
      )}
    </>
  );
}

type SentImageProps = { url: string; name: string; mediaType: string; size: keyof typeof SIZES };

/** Classes of the button around an image, and of the image. */
const SIZES = {
  alone: ["h-40", "h-full bg-fill"],
  several: ["size-28", "size-full bg-fill"],
  pointed: ["flex h-20 items-center", "max-h-full"],
} as const;

/** Shows an image at a fixed height, which prevents a layout shift while it loads. A click enlarges it. */
function SentImage({ url, name, mediaType, size }: SentImageProps) {
  const [isBroken, setBroken] = useState(false);
  const [className, imageClass] = SIZES[size];
  if (isBroken) return <FileChip url={url} name={name} mediaType={mediaType} />;
  return (
    <ZoomableImage
      url={url}
      alt={name}
      onBroken={() => setBroken(true)}
      className={className}
      imageClass={imageClass}
    />
  );
}
