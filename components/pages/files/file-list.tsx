"use client";

import { SquareTerminal, Upload } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { EndOfList } from "@/components/client/end-of-list";
import { failureText } from "@/components/client/failure";
import { PageBar } from "@/components/client/shell/page-bar";
import { hrefOf, type Place } from "@/components/pages/data/files-url";
import { Button } from "@/components/ui/button";
import { usePageHref } from "@/components/ui/kit/agent-base";
import { type Command, useCommands } from "@/components/ui/kit/commands";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { CONTENT } from "@/components/ui/kit/page/page-main";
import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import type { EntryKind, FileEntries, FileEntry } from "@/lib/shared/file-entries";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/files";
import { placeOfEntry } from "./entry-link";
import { EntryRows } from "./entry-rows";
import { FileFilters } from "./file-filters";
import { ImageGrid } from "./image-grid";
import { NoEntries } from "./no-entries";
import { TextHits, useTextHits } from "./text-hits";
import { KIND_TITLES, nameOf } from "./titles";
import { UploadingList } from "./uploading-list";
import { keyOf, useEntries } from "./use-entries";
import { useFileDeletion } from "./use-file-deletion";
import type { useUploads } from "./use-uploads";

const NewCollection = later(() =>
  import("@/components/pages/data/documents/new-collection").then((module) => module.NewCollection),
);
const DatabaseSize = later(() => import("./list-foot").then((module) => module.DatabaseSize));
const ReadOnlyList = later(() => import("./list-foot").then((module) => module.ReadOnlyList));

type FileListProps = {
  first: { kind?: EntryKind; entries: FileEntries } | undefined;
  place: Extract<Place, { at: "list" }>;
  now: string;
  uploading: ReturnType<typeof useUploads>;
  /** The place that was open before. */
  left: Place | undefined;
  /** Scroll position of the list when it was left. */
  scrolled: RefObject<number>;
  onGo: (place: Place, isReplacing?: boolean) => void;
  onChoose: () => void;
};

export function FileList({ first, place, now, uploading, left, scrolled, onGo, onChoose }: FileListProps) {
  const { kind } = place;
  const [q, setQ] = useState("");
  const { list, isPrevious, isSettling, error, reload, older } = useEntries(first, { kind, q });
  const { removed } = useFileDeletion();
  const entries = useMemo(
    () => list?.items.filter((entry) => !removed.includes(keyOf(entry))) ?? [],
    [list, removed],
  );
  useFileCommands(entries, onGo, onChoose);
  useReturn(left, scrolled, entries.length > 0);
  const isBusy = isPrevious || isSettling || !list;
  const isFiltered = q.trim() !== "";
  const text = useTextHits(q, kind === undefined || kind === "document");
  const isFound = isFiltered && text.hits.length > 0;
  const failure = error ?? older?.error;
  const isEmpty = !isBusy && !error && !list.problem && entries.length === 0;
  const isAllEmpty = isEmpty && !isFiltered && kind === undefined;
  const open = (id: string) => onGo({ at: "list", kind, file: id });
  return (
    <>
      <PageBar />
      <PageBody width="full" className="flex-1 gap-4 max-md:gap-3">
        <header className="flex min-h-8 items-center gap-2 max-md:px-1">
          <h1 className="flex-1 text-title font-strong">{common("files")}</h1>
          {kind === "table" && (
            <Button variant="outline" onClick={() => onGo({ at: "sql" })}>
              <SquareTerminal aria-hidden />
              SQL
            </Button>
          )}
          {kind === "collection" && (
            <NewCollection onMade={(collection) => onGo({ at: "collection", collection, view: "table" })} />
          )}
          <Button variant="outline" onClick={onChoose}>
            <Upload aria-hidden />
            {t("upload")}
          </Button>
        </header>
        {!isAllEmpty && (
          <FileFilters
            {...{ kind, q }}
            counts={list?.counts}
            onKind={(kind) => onGo({ at: "list", kind }, true)}
            onText={setQ}
          />
        )}
        {failure && (
          <p role="alert" className="flex items-center gap-3">
            {failureText(failure)}
            <Button variant="outline" size="sm" onClick={() => (error ? void reload() : older?.load())}>
              {common("tryAgain")}
            </Button>
          </p>
        )}
        {list?.problem !== undefined && <p role="alert">{t("tablesNotLoaded", { error: list.problem })}</p>}
        <UploadingList {...uploading} />
        <p role="status" className="sr-only">
          {isFiltered &&
            !isBusy &&
            !error &&
            (older ? t("foundSome", { count: entries.length }) : t("found", { count: entries.length }))}
        </p>
        {!list && !error && <Waiting />}
        {isEmpty && !isFound && !text.isSearching && (
          <NoEntries kind={kind} q={q.trim()} onChoose={onChoose} />
        )}
        {entries.length > 0 &&
          // While another kind loads, the previous list keeps its look.
          (list?.kind === "image" ? (
            <ImageGrid entries={entries} onOpen={open} />
          ) : (
            <EntryRows
              label={list?.kind ? KIND_TITLES[list.kind] : common("files")}
              {...{ entries, now, kind }}
              onGo={onGo}
            />
          ))}
        {isFound && <TextHits hits={text.hits} query={q.trim()} />}
        {older && !older.error && <EndOfList older={older} />}
        {kind === "table" && list?.space && <DatabaseSize {...list.space} />}
        {kind === "collection" && !isFiltered && list && !older && <ReadOnlyList onGo={onGo} />}
      </PageBody>
    </>
  );
}

/** Has the size of the rows, so that nothing moves when they load. */
const Waiting = () => <Skeleton className="h-80 rounded-sheet" />;

/** Restores the scroll position and focuses the link of the place that was left, once the list has entries. */
function useReturn(left: Place | undefined, scrolled: RefObject<number>, isListed: boolean): void {
  const pageHref = usePageHref();
  const wanted = useRef(left && left.at !== "list" && left.at !== "sql" ? left : undefined);
  useLayoutEffect(() => {
    const main = document.getElementById(CONTENT);
    if (main && wanted.current && isListed) main.scrollTop = scrolled.current;
  }, [scrolled, isListed]);
  useEffect(() => {
    const { current: place } = wanted;
    if (!place || !isListed) return;
    wanted.current = undefined;
    const view = place.at === "table" ? ({ ...place, view: "rows" } as const) : place;
    const href = pageHref(hrefOf(view.at === "collection" ? { ...view, view: "table" } : view));
    const links = document.querySelectorAll<HTMLElement>(`#${CONTENT} li a`);
    [...links].find((link) => link.getAttribute("href") === href)?.focus();
  }, [pageHref, isListed]);
}

const MAX_COMMANDS = 50;

function useFileCommands(
  entries: readonly FileEntry[],
  onGo: (place: Place) => void,
  onChoose: () => void,
): void {
  const commands = useMemo(
    (): Command[] => [
      {
        ...{ id: "files upload", label: t("uploadFile"), group: "Here", icon: Upload },
        keywords: ["add", "import", "csv"],
        run: onChoose,
      },
      {
        ...{ id: "files sql", label: "SQL", group: "Here", icon: SquareTerminal },
        keywords: ["query", "database", "tables"],
        run: () => onGo({ at: "sql" }),
      },
      ...entries.slice(0, MAX_COMMANDS).map(
        (entry): Command => ({
          ...{ id: `files ${keyOf(entry)}`, label: nameOf(entry), group: "Here" },
          keywords: [entry.kind],
          run: () => onGo(placeOfEntry(entry)),
        }),
      ),
    ],
    [entries, onGo, onChoose],
  );
  useCommands(commands);
}
