"use client";

import { later } from "@/components/ui/later";
import { IMAGES } from "@/lib/shared/file-address";
import type { SentFilesProps } from "./sent-files";
import type { Attachments } from "./use-attachments";

/* Load the code for files with the first message that has files, because few messages have any. */

export const SentFiles = later<SentFilesProps>(
  () => import("./sent-files").then((module) => module.SentFiles),
  ({ files, drawn = IMAGES, pointed = [] }) => {
    const images = files.filter(({ mediaType }) => drawn.has(mediaType));
    const areLow = images.every(({ name }) => pointed.includes(name));
    const height = images.length === 0 ? "h-6" : areLow ? "h-20" : images.length === 1 ? "h-40" : "h-28";
    return files.length > 0 && <div className={`w-full ${height}`} />;
  },
);

const Attached = later<{ attachments: Attachments }>(() =>
  import("./attachment-list").then((module) => module.AttachmentList),
);

export const AttachmentList = ({ attachments }: { attachments: Attachments }) =>
  attachments.items.length > 0 && <Attached attachments={attachments} />;
