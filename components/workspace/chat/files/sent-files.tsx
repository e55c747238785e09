"use client";

import { useState } from "react";
import { ZoomablePicture } from "@/components/ui/kit/pictures/zoomable-picture";
import type { Row } from "@/lib/shared/chat/rows";
import { PICTURES } from "@/lib/shared/file-address";
import { FileChip } from "../file-chip";

type FileRow = Extract<Row, { kind: "file" }>;

export type SentFilesProps = {
  files: readonly Pick<FileRow, "key" | "url" | "name" | "mediaType">[];
  /** Kinds that are looked at. */
  drawn?: ReadonlySet<string>;
  /** Names of those that stand beside what was pointed at, and may be as low as a line. */
  pointed?: readonly string[];
};

/** Files of a message: pictures to look at, and others to open. */
export function SentFiles({ files, drawn = PICTURES, pointed = [] }: SentFilesProps) {
  const pictures = files.filter(({ mediaType }) => drawn.has(mediaType));
  const others = files.filter(({ mediaType }) => !drawn.has(mediaType));
  return (
    <>
      {pictures.length > 0 && (
        <div className="flex w-full min-w-0 flex-wrap gap-2">
          {pictures.map((file) => (
            <SentPicture
              key={file.key}
              url={file.url}
              name={file.name}
              mediaType={file.mediaType}
              size={pointed.includes(file.name) ? "pointed" : pictures.length === 1 ? "alone" : "several"}
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

type SentPictureProps = { url: string; name: string; mediaType: string; size: keyof typeof SIZES };

/** Of the button around a picture, and of the picture. */
const SIZES = {
  alone: ["h-40", "h-full bg-fill"],
  several: ["size-28", "size-full bg-fill"],
  pointed: ["flex h-20 items-center", "max-h-full"],
} as const;

/** A picture of a message, as high as before it has loaded; a click makes it large. */
function SentPicture({ url, name, mediaType, size }: SentPictureProps) {
  const [isBroken, setBroken] = useState(false);
  const [className, pictureClass] = SIZES[size];
  if (isBroken) return <FileChip url={url} name={name} mediaType={mediaType} />;
  return (
    <ZoomablePicture
      url={url}
      alt={name}
      onBroken={() => setBroken(true)}
      className={className}
      pictureClass={pictureClass}
    />
  );
}
