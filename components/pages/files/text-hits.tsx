"use client";

import { useMemorySearch } from "@/components/client/memory-search";
import { Marked } from "@/components/client/shell/marked";
import Link from "@/components/ui/kit/agent-base";
import { FileIcon } from "@/components/ui/kit/file-icon";
import { t } from "@/lib/shared/i18n/en/files";
import type { MemoryHit } from "@/lib/shared/memory/memory-search";

const MAX_HITS = 8;

/** Searches the text of files. Returns no results while images, tables or collections are listed. */
export function useTextHits(
  q: string,
  isWanted: boolean,
): { hits: readonly MemoryHit[]; isSearching: boolean } {
  const { results = [], isSearching } = useMemorySearch(isWanted ? q : "", {
    domain: "files",
    limit: MAX_HITS,
  });
  return { hits: results, isSearching };
}

/** Lists passages of files that match the search. Each opens its file at the passage. */
export function TextHits({ hits, query }: { hits: readonly MemoryHit[]; query: string }) {
  return (
    <section aria-label={t("inText")} className="flex flex-col gap-2">
      <h2 className="text-meta font-medium text-ink-3 max-md:px-1">{t("inText")}</h2>
      <ul className="overflow-hidden rounded-sheet bg-sheet shadow-sheet [&>li+li]:border-line [&>li+li]:border-t">
        {hits.map(({ link = "/files", name = "", place, excerpt }) => (
          <li key={link}>
            <Link
              href={link}
              className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-3 px-4 py-2.5 transition-colors hover:bg-fill-hover focus-visible:-outline-offset-2 max-md:px-3"
            >
              <FileIcon mediaType="" className="mt-0.5 size-4 text-ink-2" />
              <span className="flex min-w-0 flex-col">
                <span className="flex items-baseline gap-3">
                  <span className="min-w-0 truncate">{name}</span>
                  <span className="max-w-1/2 shrink-0 truncate text-meta text-ink-3">{place}</span>
                </span>
                <span className="line-clamp-2 text-meta text-ink-3 wrap-anywhere">
                  <Marked text={excerpt} query={query} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
