"use client";

import { useCallback, useRef, useState } from "react";
import { usePlace } from "@/components/client/shell/use-place";
import { hrefOf, type Place, placeOf, ROOT } from "@/components/pages/data/files-url";
import { cn } from "@/components/ui/cn";
import { pathNow } from "@/components/ui/kit/agent-base";
import { DropVeil } from "@/components/ui/kit/drop-veil";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { later } from "@/components/ui/later";
import type { EntryKind, FileEntries } from "@/lib/shared/file-entries";
import { t } from "@/lib/shared/i18n/en/files";
import { FileList } from "./file-list";
import { useIncoming } from "./use-incoming";
import { useUploads } from "./use-uploads";

const OpenedPlace = later(() => import("./opened-place").then((module) => module.OpenedPlace));
const ImportQueue = later(() => import("./import-queue").then((module) => module.ImportQueue));
const FileDialog = later(() => import("./file-dialog").then((module) => module.FileDialog));

type FilesPageProps = {
  /** The first page of the list, unless another place is open. */
  first?: { kind?: EntryKind; entries: FileEntries };
  now: string;
};

export function FilesPage({ first, now }: FilesPageProps) {
  const { place, go } = usePlace(placeOf, hrefOf);
  const uploading = useUploads();
  const incoming = useIncoming(uploading.add);
  const left = usePlaceLeft(place);
  const scrolled = useRef(0);
  const lastList = useRef<Place>(undefined);
  if (place.at === "list") lastList.current = { at: "list", kind: place.kind };
  const toList = useCallback(() => go(lastList.current ?? { at: "list", kind: kindOf(place) }), [go, place]);
  return (
    <PageMain
      className={cn("flex flex-col", place.at !== "list" && "overflow-hidden")}
      onScroll={({ currentTarget }) => {
        if (place.at === "list") scrolled.current = currentTarget.scrollTop;
      }}
      {...incoming.target}
    >
      {incoming.isOver && (
        // Sticky, because the page may be scrolled.
        <div className="pointer-events-none sticky top-0 z-20 h-0">
          <div className="relative h-dvh">
            <DropVeil title={t("dropToAdd")} about={t("csvHint")} />
          </div>
        </div>
      )}
      <input
        ref={incoming.input}
        type="file"
        multiple
        aria-label={t("filesToUpload")}
        className="hidden"
        onChange={({ target }) => {
          incoming.onChosen([...(target.files ?? [])]);
          // Allow choosing the same file again.
          target.value = "";
        }}
      />
      {place.at === "list" ? (
        <FileList
          {...{ first, place, now, uploading, left, scrolled }}
          onGo={go}
          onChoose={() => incoming.choose()}
        />
      ) : (
        <OpenedPlace place={place} onGo={go} onList={toList} onAppend={incoming.choose} />
      )}
      {place.at === "list" && place.file !== undefined && (
        <FileDialog
          id={place.file}
          passage={place.passage}
          now={now}
          onOpen={({ id }) => go({ at: "list", kind: place.kind, file: id })}
          onClose={() => go({ at: "list", kind: place.kind })}
        />
      )}
      {incoming.waiting && (
        <ImportQueue
          key={incoming.waiting.id}
          {...incoming.waiting}
          onKeep={(file) => uploading.add([file])}
          onImported={(table) => {
            // If the user left the page during the import, do not navigate back.
            if (pathNow().startsWith(ROOT)) go({ at: "table", table, view: "rows" });
          }}
          onClose={incoming.next}
        />
      )}
    </PageMain>
  );
}

const kindOf = (place: Place): EntryKind | undefined =>
  place.at === "collection" ? "collection" : place.at === "list" ? place.kind : "table";

/** Returns the place that was open before. */
function usePlaceLeft(place: Place): Place | undefined {
  // State instead of a ref, because React may render a place twice before it commits.
  const [places, setPlaces] = useState<{ now: Place; before?: Place }>({ now: place });
  if (hrefOf(places.now) !== hrefOf(place)) setPlaces({ now: place, before: places.now });
  return places.before;
}
