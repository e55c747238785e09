"use client";

import type { Row } from "@/lib/shared/chat/rows";
import { PICTURES } from "@/lib/shared/file-address";
import { FileChip } from "../file-chip";
import { SentPicture } from "./sent-picture";

export type FileRow = Extract<Row, { kind: "file" }>;

/** The files of a message: pictures to look at, and others to open. */
export function SentFiles({ files }: { files: readonly FileRow[] }) {
  const pictures = files.filter(isPicture);
  const others = files.filter((file) => !isPicture(file));
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

const isPicture = ({ mediaType }: FileRow): boolean => PICTURES.has(mediaType);
