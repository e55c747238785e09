"use client";

import { Search } from "lucide-react";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { WebMark } from "@/components/client/origins/web-mark";
import { PageBar } from "@/components/client/shell/page-bar";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Empty, EmptyContent, EmptyDescription, EmptyHeader, EmptyTitle } from "@/components/ui/empty";
import { Input } from "@/components/ui/input";
import Link, { useBase, usePageHref, usePathname } from "@/components/ui/kit/agent-base";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { inAgent } from "@/lib/shared/agents/agent-address";
import type { StoredFile } from "@/lib/shared/files";
import type { Filter, ImagePage } from "./api";
import { EndOfList } from "./end-of-list";
import { ImageDialog } from "./image-dialog";
import { ORIGINS, smallOf, titleOf } from "./titles";
import { useImageDeletion } from "./use-image-deletion";
import { useImages } from "./use-images";

export function MediaPage({ first, now }: { first: ImagePage; now: string }) {
  const [filter, setFilter] = useState<Filter>({});
  const { files, isPrevious, isSettling, error, reload, older } = useImages(first, filter);
  const { removed, remove } = useImageDeletion();
  const base = useBase();
  const open = usePathname().split("/")[2];
  const shown = files.filter(({ id }) => !removed.includes(id));
  const isFiltered = filter.origin !== undefined || Boolean(filter.q);
  const isBusy = isPrevious || isSettling;
  const problem = error ?? older?.error;
  const isEmpty = !isFiltered && !isBusy && !error && shown.length === 0;
  // Update the URL without a navigation, so that users can link to each image.
  const go = (id?: string) =>
    history.pushState(null, "", inAgent(base, id === undefined ? "/media" : `/media/${id}`));
  const show = ({ id }: StoredFile) => go(id);
  return (
    <PageMain className="flex flex-col">
      <PageBar />
      <div className="flex flex-1 flex-col gap-6 px-7 pt-2 pb-16 max-md:gap-4 max-md:px-3 max-md:pt-5">
        <header className="flex flex-wrap items-end gap-x-6 gap-y-4 max-md:px-1">
          <div className="flex min-w-60 flex-1 flex-col gap-1">
            <h1 className="text-title font-strong">Media</h1>
            <p className="text-ui text-balance text-ink-2">
              Images that the agent made or edited, and those that you gave it.
            </p>
          </div>
          {!isEmpty && <MediaFilters filter={filter} onFilter={setFilter} />}
        </header>
        {problem && (
          <p role="alert" className="flex items-center gap-3">
            {failureText(problem)}
            <Button variant="outline" size="sm" onClick={() => (error ? void reload() : older?.load())}>
              Try again
            </Button>
          </p>
        )}
        {isEmpty ? (
          <NoImages />
        ) : (
          <>
            <p role="status" className={shown.length > 0 ? "sr-only" : "text-ink-2 max-md:px-1"}>
              {isFiltered &&
                !isBusy &&
                !error &&
                (shown.length > 0 ? `${shown.length} found` : "No image matches.")}
            </p>
            <ul
              aria-label="Images"
              className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,220px),1fr))] gap-4 max-md:grid-cols-2 max-md:gap-3"
            >
              {shown.map((file) => (
                <ImageTile key={file.id} file={file} onOpen={show} />
              ))}
            </ul>
            {older && !older.error && <EndOfList older={older} />}
          </>
        )}
      </div>
      {open && (
        <ImageDialog
          id={open}
          listed={files.find(({ id }) => id === open)}
          now={now}
          onOpen={show}
          onClose={() => go()}
          onDelete={(file) => {
            go();
            remove(file);
          }}
        />
      )}
    </PageMain>
  );
}

type ImageTileProps = { file: StoredFile; onOpen: (file: StoredFile) => void };

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
          href={pageHref(`/media/${file.id}`)}
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

function NoImages() {
  return (
    <Empty>
      <EmptyHeader>
        <EmptyTitle>No images yet</EmptyTitle>
        <EmptyDescription>
          Ask the agent to make one, or attach one to a message. For the first, choose a model for images.
        </EmptyDescription>
      </EmptyHeader>
      <EmptyContent>
        <Button asChild>
          <Link href="/settings/models">Choose a model</Link>
        </Button>
      </EmptyContent>
    </Empty>
  );
}

type MediaFiltersProps = { filter: Filter; onFilter: (filter: Filter) => void };

const ALL = [undefined, "generated", "edited", "upload"] as const;

function MediaFilters({ filter, onFilter }: MediaFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:w-full">
      <fieldset className="-mx-2 flex gap-0.5">
        <legend className="sr-only">Origin of images</legend>
        {ALL.map((origin) => {
          const isChosen = filter.origin === origin;
          return (
            <button
              key={origin ?? "all"}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onFilter({ ...filter, origin })}
              className={cn(
                "flex h-7 shrink-0 items-center rounded-in px-2 text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-10",
                isChosen && "bg-fill-press font-medium text-ink hover:bg-fill-press",
              )}
            >
              {origin ? ORIGINS[origin] : "All"}
            </button>
          );
        })}
      </fieldset>
      <search className="relative min-w-0 max-md:w-full md:w-56">
        <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
        <Input
          type="search"
          aria-label="Search images"
          placeholder="Search"
          value={filter.q ?? ""}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onFilter({ ...filter, q: event.target.value })}
          onKeyDown={({ key }) => key === "Escape" && onFilter({ ...filter, q: "" })}
          className="pl-8"
        />
      </search>
    </div>
  );
}
