"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { fileOf } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { FilePassage, FilePassages, FilePlace, StoredFile } from "@/lib/shared/files";
import { t } from "@/lib/shared/i18n/en/files";
import { readText } from "./api";
import { SheetRows } from "./sheet-rows";

/** Passages of one request, and those shown before the linked one. */
const PASSAGES = 40;
const BEFORE = 4;
/** On a phone, the facts of the file are below the text. */
const SCROLLED = "size-full overflow-auto max-md:max-h-[60dvh]";

type DocumentTextProps = {
  file: StoredFile /** The passage that a link names. */;
  passage: number | undefined;
};

/** Shows the text that was extracted from a document, and scrolls to the linked passage. */
export function DocumentText({ file, passage }: DocumentTextProps) {
  const { passages, total, query } = useText(file, passage);
  const linked = useRef<HTMLElement>(null);
  const isHere = passages.some(({ ordinal }) => ordinal === passage);
  useEffect(() => {
    if (passage !== undefined && isHere) linked.current?.scrollIntoView({ block: "center" });
  }, [passage, isHere]);
  if (query.error) return <p role="alert">{failureText(query.error)}</p>;
  if (!query.data) return <Skeleton className="size-full" />;
  const parts = partsOf(passages);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the text
    <section aria-label={t("textOf", { name: file.name })} tabIndex={0} className={SCROLLED}>
      {passage !== undefined && passage >= total && (
        <p role="status" className="pb-3 text-ink-2">
          {t("passageGone")}
        </p>
      )}
      {query.hasPreviousPage && (
        <More
          label={t("earlierText")}
          isBusy={query.isFetchingPreviousPage}
          onClick={query.fetchPreviousPage}
        />
      )}
      {parts.map(({ label, page, passages }) => (
        <div key={passages[0]?.ordinal} className="pb-4">
          {label !== "" && <PartHead label={label} page={page} file={file} />}
          {passages.map((one) => (
            <Passage
              key={one.ordinal}
              ref={one.ordinal === passage ? linked : undefined}
              passage={one}
              isLinked={one.ordinal === passage}
            />
          ))}
        </div>
      ))}
      {query.hasNextPage && (
        <More label={t("laterText")} isBusy={query.isFetchingNextPage} onClick={query.fetchNextPage} />
      )}
    </section>
  );
}

function useText(file: StoredFile, passage: number | undefined) {
  const first = Math.max((passage ?? 0) - BEFORE, 0);
  const query = useInfiniteQuery({
    queryKey: ["file passages", file.id, first],
    queryFn: ({ pageParam: { from, limit }, signal }) => readText(file.id, { from, limit }, signal),
    initialPageParam: { from: first, limit: PASSAGES },
    getNextPageParam: (last: FilePassages) => {
      const end = (last.passages.at(-1)?.ordinal ?? last.total) + 1;
      return end < last.total ? { from: end, limit: PASSAGES } : undefined;
    },
    getPreviousPageParam: ({ passages: [head] }: FilePassages) => {
      const from = Math.max((head?.ordinal ?? 0) - PASSAGES, 0);
      return head && head.ordinal > 0 ? { from, limit: head.ordinal - from } : undefined;
    },
    meta: { outdatedBy: (change) => fileOf(change) === file.id },
  });
  const pages = query.data?.pages;
  const passages = useMemo(() => pages?.flatMap(({ passages }) => passages) ?? [], [pages]);
  return { passages, total: pages?.at(-1)?.total ?? 0, query };
}

const More = ({ label, isBusy, onClick }: { label: string; isBusy: boolean; onClick: () => unknown }) => (
  <Button variant="outline" size="sm" disabled={isBusy} onClick={() => void onClick()} className="mb-4">
    {label}
  </Button>
);

function PartHead({ label, page, file }: { label: string; page: number | undefined; file: StoredFile }) {
  return (
    <h3 className="sticky top-0 z-10 flex min-h-8 items-center justify-between gap-3 bg-table pb-1 text-meta font-medium text-ink-3">
      <span className="truncate">{label}</span>
      {page !== undefined && file.mediaType === "application/pdf" && (
        <a
          href={`${file.url}#page=${page}`}
          target="_blank"
          rel="noopener"
          aria-label={t("openPage", { page })}
          className="flex size-6 items-center justify-center rounded-in hover:bg-fill-hover hover:text-ink max-md:size-11"
        >
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </h3>
  );
}

type PassageProps = { passage: FilePassage; isLinked: boolean; ref?: React.Ref<HTMLElement> };

function Passage({ passage: { place, text }, isLinked, ref }: PassageProps) {
  const body = place.at === "row" ? <SheetRows row={place.row} text={text} /> : text.trimEnd();
  const className = cn(
    "whitespace-pre-wrap wrap-anywhere",
    place.at === "line" ? "font-mono text-meta" : "text-ui",
    isLinked && "my-1 rounded-in bg-warning-wash px-2 py-1 text-ink outline outline-line-strong",
  );
  if (!isLinked) return <div className={className}>{body}</div>;
  return (
    <section ref={ref} aria-label={t("linkedPassage")} className={className}>
      {body}
    </section>
  );
}

type Part = { label: string; page: number | undefined; passages: FilePassage[] };

/** Groups the passages of one page, slide, sheet or heading. */
function partsOf(passages: readonly FilePassage[]): Part[] {
  const parts: Part[] = [];
  for (const passage of passages) {
    const label = labelOf(passage.place);
    const last = parts.at(-1);
    if (last?.label === label) last.passages.push(passage);
    else
      parts.push({
        ...{ label, passages: [passage] },
        page: passage.place.at === "page" ? passage.place.page : undefined,
      });
  }
  return parts;
}

function labelOf(place: FilePlace): string {
  switch (place.at) {
    case "page":
      return t("page", { page: place.page });
    case "slide":
      return place.title ? t("slideTitle", place) : t("slide", place);
    case "row":
      return place.sheet;
    case "heading":
      return place.heading;
    case "line":
      return "";
    case "time":
      return place.time;
  }
}
