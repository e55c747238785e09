"use client";

import { WebMark } from "@/components/client/origins/web-mark";
import { hrefOf } from "@/components/pages/data/files-url";
import { usePageHref } from "@/components/ui/kit/agent-base";
import type { FileEntry } from "@/lib/shared/file-entries";
import type { StoredFile } from "@/lib/shared/files";
import { t } from "@/lib/shared/i18n/en/files";
import { openHere } from "./entry-link";
import { ORIGINS, smallOf, titleOf } from "./titles";

type ImageGridProps = { entries: readonly FileEntry[]; onOpen: (id: string) => void };

export function ImageGrid({ entries, onOpen }: ImageGridProps) {
  return (
    <ul
      aria-label={t("images")}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,220px),1fr))] gap-4 max-md:grid-cols-2 max-md:gap-3"
    >
      {entries.map(
        (entry) => "file" in entry && <ImageTile key={entry.file.id} file={entry.file} onOpen={onOpen} />,
      )}
    </ul>
  );
}

type ImageTileProps = { file: StoredFile; onOpen: (id: string) => void };

function ImageTile({ file, onOpen }: ImageTileProps) {
  const title = titleOf(file);
  const pageHref = usePageHref();
  return (
    <li className="relative flex min-w-0 flex-col overflow-hidden rounded-sheet bg-sheet shadow-sheet [contain-intrinsic-size:auto_260px] [content-visibility:auto]">
      <div className="flex aspect-4/3 items-center justify-center bg-fill">
        {/* biome-ignore lint/performance/noImgElement: the server already provides a small version */}
        <img src={smallOf(file)} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      </div>
      <div className="flex flex-col px-3 py-2">
        <a
          href={pageHref(hrefOf({ at: "list", kind: "image", file: file.id }))}
          title={title}
          onClick={(event) => openHere(event, () => onOpen(file.id))}
          className="truncate outline-none after:absolute after:inset-0 after:rounded-sheet after:transition-colors hover:after:bg-fill-hover focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
        >
          {title}
        </a>
        <span className="flex min-w-0 items-center gap-2 text-meta text-ink-3">
          <span className="min-w-0 flex-1 truncate">
            {ORIGINS[file.origin]}
            {file.width !== null && file.height !== null && ` · ${file.width} × ${file.height}`}
          </span>
          <WebMark origins={file.webOrigins} isShort className="relative" />
        </span>
      </div>
    </li>
  );
}
