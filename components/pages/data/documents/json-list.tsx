"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as data } from "@/lib/shared/i18n/en/data";
import { t } from "@/lib/shared/i18n/en/dataDocuments";
import type { Row, RowPages } from "../row-pages";
import { documentOf, textOf } from "./fields";

const PAGE_SIZE = 50;

type JsonListProps = { pages: RowPages; isChoice: boolean; onOpen: (row: Row) => void };

export function JsonList({ pages, isChoice, onOpen }: JsonListProps) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { count, want } = pages;
  useEffect(() => want(0, limit - 1), [want, limit]);
  if (!pages.head) return <Skeleton className="m-4 h-40" />;
  if (count === 0)
    return (
      <p className="flex-1 px-4 py-10 text-center text-ink-2">
        {isChoice ? data("noMatches") : t("noDocuments")}
      </p>
    );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={t("documents")} className="divide-y divide-line">
        {Array.from({ length: Math.min(limit, count) }, (_, at) => {
          const row = pages.row(at);
          if (!row) return null;
          const document = documentOf(row);
          return (
            <li key={JSON.stringify(document._id)} className="flex flex-col px-4 py-2">
              <Button
                variant="ghost"
                size="sm"
                aria-label={t("open", { id: textOf(document._id) })}
                className="-ml-2 max-w-full self-start font-mono text-ink-3"
                onClick={() => onOpen(row)}
              >
                <span className="truncate">{textOf(document._id)}</span>
              </Button>
              <pre className="max-h-80 overflow-auto font-mono text-meta whitespace-pre-wrap wrap-anywhere">
                {JSON.stringify(document, null, 2)}
              </pre>
            </li>
          );
        })}
      </ul>
      {count > limit && (
        <Button variant="outline" className="m-4" onClick={() => setLimit(limit + PAGE_SIZE)}>
          {common("showMore")}
        </Button>
      )}
    </div>
  );
}
