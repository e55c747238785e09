"use client";

import { later } from "@/components/ui/later";
import { PICTURES } from "@/lib/shared/file-address";
import type { SentFilesProps } from "./sent-files";
import type { Attachments } from "./use-attachments";

/* Few messages have files, so their code is loaded with the first one. */

export const SentFiles = later<SentFilesProps>(
  () => import("./sent-files").then((module) => module.SentFiles),
  ({ files, drawn = PICTURES, pointed = [] }) => {
    const pictures = files.filter(({ mediaType }) => drawn.has(mediaType));
    const areLow = pictures.every(({ name }) => pointed.includes(name));
    const height = pictures.length === 0 ? "h-6" : areLow ? "h-20" : pictures.length === 1 ? "h-40" : "h-28";
    return files.length > 0 && <div className={`w-full ${height}`} />;
  },
);

const Attached = later<{ attachments: Attachments }>(() =>
  import("./attachment-list").then((module) => module.AttachmentList),
);

export const AttachmentList = ({ attachments }: { attachments: Attachments }) =>
  attachments.items.length > 0 && <Attached attachments={attachments} />;
