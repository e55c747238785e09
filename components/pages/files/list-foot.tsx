"use client";

import { BookOpen } from "lucide-react";
import { hrefOf, type Place } from "@/components/pages/data/files-url";
import { usePageHref } from "@/components/ui/kit/agent-base";
import { Progress } from "@/components/ui/progress";
import { PROTECTED } from "@/lib/shared/data/documents";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/files";
import { formatTag } from "@/lib/shared/i18n/locale";
import { openHere } from "./entry-link";

const TIGHT = 0.9;

/** Shows the size of the SQL database. */
export function DatabaseSize({ bytes, limit }: { bytes: number; limit: number }) {
  // Format in MiB, because the limit is a round number only in MiB.
  const mega = (bytes: number) => (bytes / 2 ** 20).toLocaleString(formatTag(), { maximumFractionDigits: 1 });
  return (
    <div className="flex max-w-60 flex-col gap-1.5 text-meta text-ink-3 tabular-nums max-md:px-1">
      <Progress aria-label={t("databaseSize")} value={bytes} max={limit} className="h-1" />
      <p>
        {t("spaceUsed", { used: mega(bytes), limit: mega(limit) })}
        {bytes > limit * TIGHT && <span className="text-ink">, {t("nearlyFull")}</span>}
      </p>
    </div>
  );
}

/** Links to the collections that show the workspace. */
export function ReadOnlyList({ onGo }: { onGo: (place: Place) => void }) {
  const pageHref = usePageHref();
  return (
    <section aria-labelledby="read-only" className="flex flex-col gap-2">
      <h2 id="read-only" className="text-meta text-ink-3 max-md:px-1">
        {common("readOnly")}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {PROTECTED.map((collection) => {
          const to: Place = { at: "collection", collection, view: "table" };
          return (
            <li key={collection}>
              <a
                href={pageHref(hrefOf(to))}
                onClick={(event) => openHere(event, () => onGo(to))}
                className="flex h-8 items-center gap-2 rounded-in bg-sheet px-3 font-mono text-meta text-ink-2 shadow-sheet transition-colors hover:bg-fill-hover hover:text-ink max-md:h-11"
              >
                <BookOpen aria-hidden className="size-4" />
                {collection}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
