"use client";

import { ChevronLeft, Clock3 } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { usePlace } from "@/components/client/shell/use-place";
import { LOOKS } from "@/components/client/versions/kinds";
import { troubleText } from "@/components/client/versions/trouble";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { pathNow, useRouter } from "@/components/ui/kit/agent-base";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { CONTENT, pageGround } from "@/components/ui/kit/page/page-main";
import { useRights } from "@/components/ui/kit/rights";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import { useIsMobile } from "@/components/ui/use-mobile";
import { ROWS } from "@/lib/shared/data/row-changes";
import { AUTHORS } from "@/lib/shared/history";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/history";
import { isSingle, KINDS } from "@/lib/shared/kinds";
import type { ItemSummary } from "@/lib/shared/memory/summary";
import type { Entry, Filter, TimelinePage } from "./api";
import { BY } from "./describe-version";
import { EntryDetail } from "./entry-detail";
import { hrefOf, type Place, placeOf } from "./history-url";
import { ItemSelect } from "./item-select";
import { NoEntries } from "./no-entries";
import { RestoreView } from "./restore-view";
import { RowsDetail } from "./rows-detail";
import { Timeline } from "./timeline";
import { useEntry } from "./use-entry";
import { importsAmong, useImports, withoutImported } from "./use-imports";
import { useTimeline } from "./use-timeline";

type HistoryPageProps = {
  page: TimelinePage & { filter: Filter };
  items: readonly ItemSummary[];
  entry: Entry | undefined;
  now: string;
};

export function HistoryPage({ page, items, entry: initial, now }: HistoryPageProps) {
  const { place, go } = usePlace(placeOf, hrefOf);
  const { id, restorePoint, conversation, kind, name, author } = place;
  const filter = useMemo((): Filter => ({ kind, name, author }), [kind, name, author]);
  const timeline = useTimeline(filter, page);
  const loaded = timeline.list?.items;
  const imports = useImports(filter);
  const entries = useMemo(() => loaded && withoutImported(loaded, imports), [loaded, imports]);
  const oldest = timeline.older && loaded?.at(-1);
  const shownImports = useMemo(() => importsAmong(imports, oldest), [imports, oldest]);
  const isPhone = useIsMobile();
  const shown = id ?? (restorePoint || isPhone ? undefined : entries?.[0]?.revision.id);
  const entry = useEntry(shown, entries, initial);
  const isAway = id !== undefined || restorePoint !== undefined;
  const list = useRef<HTMLElement>(null);
  useFocusBack(list, id);

  // The focus stays in the timeline while arrow keys move through it.
  const [movedTo, setMovedTo] = useState<string>();
  const goToRestorePoint = (at: string) =>
    go({ ...filter, restorePoint: at, conversation }, restorePoint !== undefined);
  const choose = ({ revision }: Entry) => {
    if (restorePoint !== undefined) return goToRestorePoint(revision.createdAt);
    setMovedTo(undefined);
    go({ ...filter, id: revision.id });
  };
  const move = ({ revision }: Entry) => {
    if (restorePoint !== undefined) return goToRestorePoint(revision.createdAt);
    setMovedTo(revision.id);
    go({ ...filter, id: revision.id }, true);
  };
  return (
    <main id={CONTENT} tabIndex={-1} className="flex min-w-0 flex-1 outline-none">
      <section
        ref={list}
        aria-label={t("timeline")}
        data-scroll="timeline"
        className={cn(
          "flex w-[clamp(300px,33.5vw,430px)] shrink-0 flex-col overflow-y-auto border-line border-r bg-paper max-md:w-full max-md:border-r-0",
          isAway && "max-md:hidden",
        )}
      >
        <TimelineHead
          filter={filter}
          items={items}
          onFilter={go}
          onRestorePoint={() =>
            goToRestorePoint(entries?.[1]?.revision.createdAt ?? new Date().toISOString())
          }
        />
        {entries?.length === 0 && imports.length === 0 ? (
          <NoEntries filter={filter} onAll={() => go({})} />
        ) : entries || !timeline.error ? (
          <Timeline
            entries={entries}
            imports={shownImports}
            isWhole={kind === undefined && name === undefined && author === undefined}
            now={now}
            chosen={restorePoint ? newestAt(entries, restorePoint) : shown}
            hrefOf={(id) => hrefOf({ ...filter, id })}
            onChoose={choose}
            onMove={move}
            older={timeline.older}
          />
        ) : (
          <LoadFailure className="px-7 py-4 max-md:px-4" onRetry={() => void timeline.reload()}>
            {t("loadError", { error: troubleText(timeline.error) })}
          </LoadFailure>
        )}
      </section>
      <Detail
        place={place}
        shown={shown}
        isOpened={id !== undefined && id !== movedTo}
        found={entry}
        now={now}
        onPlace={go}
        onRestorePoint={goToRestorePoint}
      />
    </main>
  );
}

/** Returns the id of the newest entry at a time, which is the state that would be restored. */
const newestAt = (entries: readonly Entry[] | undefined, at: string): string | undefined =>
  entries?.find(({ revision }) => revision.createdAt <= at)?.revision.id;

type TimelineHeadProps = {
  filter: Filter;
  items: readonly ItemSummary[];
  onFilter: (filter: Filter) => void;
  onRestorePoint: () => void;
};

const TimelineHead = ({ filter, items, onFilter, onRestorePoint }: TimelineHeadProps) => (
  <>
    <header className="flex flex-col gap-3 px-7 pt-4 pb-2 max-md:px-4 max-md:pt-5">
      <div className="flex items-center justify-between gap-3">
        <h1 className="text-title font-strong">{common("history")}</h1>
        <Button variant="outline" onClick={onRestorePoint}>
          <Clock3 aria-hidden />
          {t("goBack")}
        </Button>
      </div>
      <div className="flex flex-wrap gap-2 *:min-w-30 *:flex-1">
        <KindSelect filter={filter} onFilter={onFilter} />
        <ItemSelect items={items} filter={filter} onFilter={onFilter} />
        <AuthorSelect filter={filter} onFilter={onFilter} />
      </div>
    </header>
  </>
);

type DetailProps = {
  place: Place;
  /** Id of the version to show, unless the URL names a `restorePoint`. */
  shown: string | undefined;
  /** True if the user opened the version, so that it gets the focus. */
  isOpened: boolean;
  found: ReturnType<typeof useEntry>;
  now: string;
  onPlace: (place: Place, isReplacing?: boolean) => void;
  onRestorePoint: (at: string) => void;
};

function Detail({
  place: { id, restorePoint, conversation, ...filter },
  shown,
  isOpened,
  found,
  now,
  onPlace,
  onRestorePoint,
}: DetailProps) {
  const { entry, problem, again } = found;
  const isAway = id !== undefined || restorePoint !== undefined;
  const top = useRef<HTMLElement>(null);
  const subject = restorePoint ?? shown;
  useEffect(() => {
    if (subject !== undefined && top.current) top.current.scrollTop = 0;
  }, [subject]);
  const isRows = entry?.revision.kind === "database" && entry.revision.name === ROWS;
  const EntryView = isRows ? RowsDetail : EntryDetail;
  const router = useRouter();
  // The user may have left the page before the restore finished.
  const stay = (to: Place) => pathNow().startsWith("/agent/history") && onPlace(to);
  return (
    <section
      ref={top}
      aria-label={restorePoint ? t("pointInTime") : t("version")}
      className={cn(pageGround, !isAway && "max-md:hidden")}
    >
      <div className="flex h-bar items-center px-7 text-ink-3 max-md:border-line max-md:border-b max-md:bg-paper max-md:px-1">
        <Button
          variant="ghost"
          onClick={() => onPlace(filter)}
          className="gap-1 px-2 font-normal text-ink-3 md:hidden"
        >
          <ChevronLeft aria-hidden />
          {common("history")}
        </Button>
        {entry && !restorePoint && (
          <Button
            variant="ghost"
            onClick={() => onPlace({ kind: entry.revision.kind, name: entry.revision.name, id })}
            className="-ml-2 px-2 font-normal text-ink-3 max-md:hidden"
          >
            {isSingle(entry.revision.kind)
              ? LOOKS[entry.revision.kind].all
              : LOOKS[entry.revision.kind].title}
          </Button>
        )}
      </div>
      {restorePoint ? (
        <RestoreView
          at={restorePoint}
          conversation={conversation}
          now={now}
          onRestorePoint={onRestorePoint}
          onConversation={(conversation) => onPlace({ ...filter, restorePoint, conversation }, true)}
          onDone={({ conversation }) =>
            conversation && pathNow().startsWith("/agent/history")
              ? router.push(`/chat/${conversation.id}`)
              : stay(filter)
          }
        />
      ) : entry ? (
        <EntryView
          key={`${entry.revision.kind} ${entry.revision.name}`}
          {...entry}
          now={now}
          isChosen={isOpened}
          onGo={(id) => stay({ ...filter, id })}
          onRestorePoint={onRestorePoint}
        />
      ) : problem ? (
        <LoadFailure className="px-7 pt-2 max-md:px-4 max-md:pt-5" onRetry={again}>
          {t("loadError", { error: problem })}
        </LoadFailure>
      ) : (
        shown && <Skeleton className="mx-7 h-60 max-md:mx-3 max-md:mt-5" />
      )}
    </section>
  );
}

function useFocusBack(list: React.RefObject<HTMLElement | null>, id: string | undefined): void {
  const left = useRef(id);
  useEffect(() => {
    if (id === undefined && left.current !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-revision="${left.current}"]`)?.focus();
    left.current = id;
  }, [id, list]);
}

type SelectProps = { filter: Filter; onFilter: (filter: Filter) => void };

const KindSelect = ({ filter: { kind, author }, onFilter }: SelectProps) => (
  <NativeSelect
    aria-label={t("kinds")}
    value={kind ?? ""}
    onChange={({ target }) => onFilter({ kind: KINDS.find((one) => one === target.value), author })}
  >
    <NativeSelectOption value="">{t("allKinds")}</NativeSelectOption>
    {KINDS.map((one) => (
      <NativeSelectOption key={one} value={one}>
        {LOOKS[one].all}
      </NativeSelectOption>
    ))}
  </NativeSelect>
);

function AuthorSelect({ filter: { kind, name, author }, onFilter }: SelectProps) {
  const { isAlone } = useRights();
  return (
    <NativeSelect
      aria-label={t("changedBy")}
      value={author ?? ""}
      onChange={({ target }) => onFilter({ kind, name, author: AUTHORS.find((one) => one === target.value) })}
    >
      <NativeSelectOption value="">{t("byAnyone")}</NativeSelectOption>
      {AUTHORS.map((one) => (
        <NativeSelectOption key={one} value={one}>
          {one === "person" && !isAlone ? t("byPeople") : BY[one]}
        </NativeSelectOption>
      ))}
    </NativeSelect>
  );
}
