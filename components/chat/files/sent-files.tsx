"use client";

import { useState } from "react";
import { ZoomablePicture } from "@/components/kit/zoomable-picture";
import { cn } from "@/components/ui/cn";
import type { Row } from "@/lib/shared/chat/rows";
import { PICTURES } from "@/lib/shared/file-address";
import { FileChip } from "../file-chip";

export type FileRow = Extract<Row, { kind: "file" }>;

export type SentFilesProps = {
  files: readonly Pick<FileRow, "key" | "url" | "name" | "mediaType">[];
  /** Kinds that are looked at. */
  drawn?: ReadonlySet<string>;
};

/** Files of a message: pictures to look at, and others to open. */
export function SentFiles({ files, drawn = PICTURES }: SentFilesProps) {
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
              isAlone={pictures.length === 1}
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

type SentPictureProps = { url: string; name: string; mediaType: string; isAlone: boolean };

/** A picture of a message, as high as before it has loaded; a click makes it large. */
function SentPicture({ url, name, mediaType, isAlone }: SentPictureProps) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <FileChip url={url} name={name} mediaType={mediaType} />;
  return (
    <ZoomablePicture
      url={url}
      alt={name}
      onBroken={() => setBroken(true)}
      className={isAlone ? "h-40" : "size-28"}
      pictureClass={cn("h-full bg-fill", !isAlone && "w-full")}
    />
  );
}
