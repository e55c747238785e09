"use client";

import { ChevronLeft, Upload } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { usePlace } from "@/components/client/shell/use-place";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { pathNow } from "@/components/ui/kit/agent-base";
import { formatCount } from "@/components/ui/kit/format";
import { BackLink } from "@/components/ui/kit/page/back-link";
import { CONTENT } from "@/components/ui/kit/page/page-main";
import { later } from "@/components/ui/later";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { useIsMobile } from "@/components/ui/use-mobile";
import type { DatabaseView } from "./api";
import { DataKinds } from "./data-kinds";
import { type DataParts, DataShown } from "./data-shown";
import { hrefOf, type Place, placeOf, ROOT } from "./data-url";
import { NoTables } from "./no-tables";
import { TableList } from "./table-list";
import { Unread } from "./unread";
import { useDataCommands } from "./use-data-commands";
import { useDatabase } from "./use-database";
import { useImport } from "./use-import";

const DocumentsSide = later(() =>
  import("./documents/documents-side").then((module) => module.DocumentsSide),
);
const ImportDialog = later(() => import("./import-dialog").then((module) => module.ImportDialog));

export function DataPage() {
  const { place, go } = usePlace(placeOf, hrefOf);
  const data = useDatabase();
  const { database, load } = data;
  const files = useImport();
  const isPhone = useIsMobile();
  const tables = database?.tables;
  // On wide screens, show the first table until the user chooses a table.
  const [first] = tables ?? [];
  const shown: Place =
    place.at === "start" && first && !isPhone ? { at: "table", table: first.name, view: "rows" } : place;
  const isDocuments = shown.at === "documents";
  const collection = isDocuments ? (shown.collection ?? (isPhone ? undefined : "master")) : undefined;
  const isAway = place.at === "documents" ? place.collection !== undefined : place.at !== "start";
  const list = useRef<HTMLElement>(null);
  useDataCommands(tables, go);
  useFocusBack(list, place);

  const toList = useCallback(
    () => go(isDocuments ? { at: "documents" } : { at: "start" }),
    [go, isDocuments],
  );
  const back = (
    <Button
      variant="ghost"
      className="shrink-0 gap-1 px-2 font-normal text-ink-3 md:hidden"
      aria-label="Data"
      onClick={toList}
    >
      <ChevronLeft aria-hidden />
    </Button>
  );
  const importButton = (
    <Button variant="outline" onClick={() => files.choose()}>
      <Upload aria-hidden />
      Import a CSV
    </Button>
  );
  return (
    <main id={CONTENT} tabIndex={-1} className="relative flex min-w-0 flex-1 outline-none" {...files.drop}>
      <input
        ref={files.input}
        type="file"
        multiple
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="A CSV file"
        className="hidden"
        onChange={({ target }) => {
          files.onChosen([...(target.files ?? [])]);
          // Allow choosing the same file again.
          target.value = "";
        }}
      />
      <DataSide
        ref={list}
        {...{ place, shown, collection, isAway, isPhone, data, importButton }}
        onImport={() => files.choose()}
        onGo={go}
      />
      <DataShown
        {...{ shown, collection, isAway, data, back, importButton }}
        onGo={go}
        onList={toList}
        onAppend={files.choose}
      />
      {files.isOver && (
        <div className="pointer-events-none absolute inset-3 z-20 flex items-center justify-center rounded-sheet border-2 border-ink border-dashed bg-paper/85 text-prose font-medium">
          Drop a CSV file to import it
        </div>
      )}
      {files.waiting && (
        <ImportDialog
          key={files.waiting.id}
          file={files.waiting.file}
          tables={tables?.flatMap(({ name, type }) => (type === "table" ? [name] : [])) ?? []}
          appendTo={files.waiting.appendTo}
          onImported={({ table }) => {
            void load();
            // If the user left the data pages during the import, do not navigate back.
            if (pathNow().startsWith(ROOT)) go({ at: "table", table, view: "rows" });
          }}
          onClose={files.next}
        />
      )}
    </main>
  );
}

type DataSideProps = DataParts & {
  ref: RefObject<HTMLElement | null>;
  place: Place;
  isPhone: boolean;
  onImport: () => void;
};

function DataSide({ ref, place, shown, collection, isAway, isPhone, data, ...props }: DataSideProps) {
  const { importButton, onImport, onGo } = props;
  const { database, problem, load } = data;
  const tables = database?.tables;
  const isDocuments = shown.at === "documents";
  return (
    <section
      ref={ref}
      aria-label={isDocuments ? "Documents" : "Tables"}
      className={cn(
        "flex w-[clamp(208px,20vw,280px)] shrink-0 flex-col border-line border-r bg-paper max-md:w-full max-md:border-r-0",
        isAway && "max-md:hidden",
      )}
    >
      <div className="flex h-bar shrink-0 items-center border-line border-b px-1 md:hidden">
        <Button asChild variant="ghost" className="gap-1 px-2 font-normal text-ink-3">
          <BackLink>
            <ChevronLeft aria-hidden />
            Chat
          </BackLink>
        </Button>
      </div>
      <header className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4 pb-2 max-md:pt-5">
        <h1 className="text-title font-strong">Data</h1>
        {!isDocuments && tables && tables.length > 0 && (
          <Button variant="outline" onClick={onImport}>
            <Upload aria-hidden />
            Import
          </Button>
        )}
      </header>
      <DataKinds isDocuments={isDocuments} onGo={onGo} />
      {isDocuments ? (
        <DocumentsSide shown={collection} onGo={onGo} />
      ) : tables ? (
        <TableList tables={tables} place={shown} onGo={onGo} />
      ) : (
        problem === undefined && <Waiting />
      )}
      {!isDocuments && (
        <>
          {isPhone && place.at === "start" && tables?.length === 0 && (
            <NoTables importButton={importButton} />
          )}
          {problem !== undefined && !tables && (
            <Unread what="the database" problem={problem} onAgain={() => void load()} />
          )}
          {database && tables?.length === 0 && <div className="flex-1 max-md:hidden" />}
          {database && <SizeLine bytes={database.bytes} limits={database.limits} />}
        </>
      )}
    </section>
  );
}

function Waiting() {
  return (
    <div className="flex flex-1 flex-col gap-3 px-5 pt-3">
      {["w-2/5", "w-4/5", "w-3/5", "w-4/5"].map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical
        <Skeleton key={at} className={cn("h-5", width)} />
      ))}
    </div>
  );
}

function useFocusBack(list: RefObject<HTMLElement | null>, place: Place): void {
  const left = useRef(place);
  useEffect(() => {
    const { current: before } = left;
    left.current = place;
    if (place.at !== "start" || before.at === "start" || before.at === "documents") return;
    const name = before.at === "table" ? encodeURIComponent(before.table) : hrefOf(before);
    const links = list.current?.querySelectorAll<HTMLElement>("nav a") ?? [];
    [...links].find((link) => link.getAttribute("href")?.endsWith(name))?.focus();
  }, [place, list]);
}

const TIGHT = 0.9;

function SizeLine({ bytes, limits }: Pick<DatabaseView, "bytes" | "limits">) {
  // Format in MiB, because the limit is a round number only in MiB.
  const mega = (bytes: number) => (bytes / 2 ** 20).toLocaleString("en", { maximumFractionDigits: 1 });
  return (
    <div className="flex shrink-0 flex-col gap-1.5 border-line border-t px-5 py-3 text-meta text-ink-3 tabular-nums">
      <Progress aria-label="Size of the database" value={bytes} max={limits.bytes} className="h-1" />
      <p>
        {mega(bytes)} of {mega(limits.bytes)} MB
        {bytes > limits.bytes * TIGHT && <span className="text-ink">, nearly full</span>}
      </p>
      <p>
        {formatCount(limits.rows, "row")} a query, {limits.ms / 1_000} s
      </p>
    </div>
  );
}
