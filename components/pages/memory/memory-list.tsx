"use client";

import { Plus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { failureText } from "@/components/client/failure";
import type { Older } from "@/components/client/paged-list";
import { Button } from "@/components/ui/button";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Sayings } from "@/components/ui/kit/sayings";
import { Skeleton } from "@/components/ui/skeleton";

type MemoryListProps = {
  title: string;
  about: string;
  newLabel: string;
  onNew: () => void;
  filters?: ReactNode;
  /** Undefined while loading. */
  rows: readonly ReactNode[] | undefined;
  empty: ReactNode;
  error: Error | null;
  reload: () => void;
  older?: Older | false;
  footer?: ReactNode;
};

export function MemoryList(props: MemoryListProps) {
  const { title, about, newLabel, onNew, filters, rows, empty, error, reload, older, footer } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 pt-3 pb-3">
        <div className="min-w-40 flex-1">
          <h2 id={id} className="text-prose font-medium">
            {title}
          </h2>
          <p className="text-ink-2">{about}</p>
        </div>
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={onNew}>
          <Plus aria-hidden />
          {newLabel}
        </Button>
      </header>
      {filters}
      {rows ? (
        rows.length > 0 ? (
          <>
            <ul aria-label={title} className="divide-y divide-line border-line border-t">
              {rows}
            </ul>
            {footer}
          </>
        ) : (
          empty
        )
      ) : error ? (
        <LoadFailure className="px-4 pb-4" onRetry={reload}>
          Could not load the {title.toLowerCase()}. {failureText(error)}
        </LoadFailure>
      ) : (
        <div className="flex flex-col gap-2 p-4 pt-1">
          {["first", "second", "third"].map((row) => (
            <Skeleton key={row} className="h-17" />
          ))}
        </div>
      )}
      {older && (
        <div className="border-line border-t px-4 py-3">
          <Button variant="outline" aria-disabled={older.isBusy} onClick={() => older.load()}>
            {older.error ? "Not loaded. Try again" : "Show more"}
          </Button>
        </div>
      )}
    </section>
  );
}

const SAYINGS = [
  "Remember that I am allergic to peanuts, and why I told you.",
  "Keep a block about my garden project, and add to it as we go.",
  "What do you know about me, and where do you know it from?",
];

export const FirstSayings = ({ about }: { about: string }) => <Sayings about={about} sayings={SAYINGS} />;
