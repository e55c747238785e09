import type { StoredFile } from "@/lib/shared/files";
import { ORIGINS, smallOf, titleOf } from "./titles";

type ImageTileProps = { file: StoredFile; onOpen: (file: StoredFile) => void };

/** An image in the grid; all of it opens the image. */
export function ImageTile({ file, onOpen }: ImageTileProps) {
  const title = titleOf(file);
  return (
    <li className="relative flex min-w-0 flex-col overflow-hidden rounded-sheet bg-sheet shadow-sheet [contain-intrinsic-size:auto_260px] [content-visibility:auto]">
      <div className="flex aspect-4/3 items-center justify-center bg-fill">
        {/* biome-ignore lint/performance/noImgElement: what lies here needs no optimiser */}
        <img src={smallOf(file)} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      </div>
      <div className="flex flex-col px-3 py-2">
        <a
          href={`/media/${file.id}`}
          title={title}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen(file);
          }}
          className="truncate outline-none after:absolute after:inset-0 after:rounded-sheet after:transition-colors hover:after:bg-fill-hover focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
        >
          {title}
        </a>
        <span className="truncate text-meta text-ink-3">
          {ORIGINS[file.origin]}
          {file.width !== null && file.height !== null && ` · ${file.width} × ${file.height}`}
        </span>
      </div>
    </li>
  );
}
