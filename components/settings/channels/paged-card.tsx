import type { ReactNode } from "react";
import { CHANNELS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { usePagedList } from "@/components/client/paged-list";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Skeleton } from "@/components/ui/skeleton";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";

type PagedCardProps<Item extends { id: string }> = {
  title: string;
  about: string;
  /** Key of the list in the query cache, below `channels`. */
  name: readonly string[];
  read: Parameters<typeof usePagedList<Item>>[0]["read"];
  /** Renders an item as `li`. `now` is an ISO time. */
  row: (item: Item, now: string) => ReactNode;
};

/** Card with the messages of a channel, newest first, which loads older ones on demand. */
export function PagedCard<Item extends { id: string }>({
  title,
  about,
  name,
  read,
  row,
}: PagedCardProps<Item>) {
  const { list, error, older } = usePagedList<Item>({
    key: ["channels", ...name],
    read,
    idOf: ({ id }) => id,
    outdatedBy: (change) => change === CHANNELS,
  });
  const now = new Date().toISOString();
  return (
    <TitledCard title={title} about={about}>
      {error && <p role="alert">{clientText("loadFailed", { error: failureText(error) })}</p>}
      {!list && !error && <Skeleton className="h-20" aria-label={common("loading")} />}
      {list?.items.length === 0 && <p className="text-ink-2">{clientText("none")}</p>}
      <ul aria-label={title} className="flex flex-col divide-y divide-line empty:hidden">
        {list?.items.map((item) => row(item, now))}
      </ul>
      {older && (
        <Button variant="outline" size="sm" aria-disabled={older.isBusy} onClick={() => older.load()}>
          {common("showMore")}
        </Button>
      )}
    </TitledCard>
  );
}
