"use client";

import { Inbox } from "lucide-react";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useAskCount } from "@/components/client/asks";
import { OlderOnes } from "@/components/client/end-of-list";
import { OfferLater } from "@/components/client/notifications/offer-later";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { Button } from "@/components/ui/button";
import { Empty, EmptyDescription, EmptyHeader, EmptyMedia, EmptyTitle } from "@/components/ui/empty";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { useSurfaceChanges } from "@/components/workspace/canvas/use-surface-changes";
import { reasonOf } from "@/components/workspace/chat/client/requests";
import type { OpenAskPage } from "@/lib/shared/chat/open-asks";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/inbox";
import { bodyOf } from "./body-of";
import { InboxFrame } from "./inbox-frame";
import { InboxItem } from "./inbox-item";
import { ProofLines, useProofLines } from "./proof-lines";
import { SheetBeside } from "./sheet-beside";
import { type InboxRow, LIST_ID, useInbox } from "./use-inbox";

type InboxPageProps = {
  initial: OpenAskPage;
  /** Time on the server, so that hydration matches. */
  now: string;
};

export function InboxPage({ initial, now: drawnAt }: InboxPageProps) {
  const { agents, current } = useAgentChoice();
  const [isOwn, setIsOwn] = useState(false);
  const { rows, news, showNews, error, reload, older } = useInbox(initial, isOwn ? current : undefined);
  const { lines, reload: reloadLines } = useProofLines(isOwn ? current : undefined);
  const { count } = useAskCount();
  const now = useMinute(drawnAt);
  const open = useMemo(() => rows.flatMap(({ ask, isOpen }) => (isOpen ? [ask] : [])), [rows]);
  useSurfaceChanges();
  const [chosenId, setChosenId] = useState<string>();
  const listed = rows.filter(hasBeside);
  const chosen = listed.find(({ id }) => id === chosenId) ?? listed.find(({ isOpen }) => isOpen);
  const hasRoom = useHasRoom();
  return (
    <InboxFrame
      about={aboutOf(count, rows.length > 0)}
      beside={
        listed.length > 0 && (
          <aside
            aria-label={t("beside")}
            className="sticky top-0 hidden h-dvh w-120 shrink-0 pt-10 pr-6 pb-6 min-[1280px]:block"
          >
            {hasRoom && chosen && <SheetBeside ask={chosen.ask} />}
          </aside>
        )
      }
    >
      <OfferLater />
      {agents.length > 1 && (
        <ToggleGroup
          type="single"
          aria-label={common("agents")}
          value={isOwn ? "own" : "all"}
          onValueChange={(value) => value && setIsOwn(value === "own")}
          className="self-start"
        >
          <ToggleGroupItem value="all">{common("allAgents")}</ToggleGroupItem>
          <ToggleGroupItem value="own">{agents.find(({ id }) => id === current)?.name}</ToggleGroupItem>
        </ToggleGroup>
      )}
      {error && (
        <LoadFailure isInline onRetry={() => void reload()}>
          {t("loadFailed", { error: reasonOf(error) })}
        </LoadFailure>
      )}
      {/* The button takes no space in the layout, so that the list does not move when it appears. */}
      <p role="status" className="sticky top-3 z-10 -mb-6 flex h-0 items-start justify-center">
        {news > 0 && (
          <Button size="sm" onClick={showNews}>
            {t("showNews", { count: news })}
          </Button>
        )}
      </p>
      {lines.length > 0 && <ProofLines lines={lines} now={now} onSettled={reloadLines} />}
      {rows.length === 0 && !error ? (
        lines.length === 0 && (
          <Empty className="py-20">
            <EmptyHeader>
              <EmptyMedia variant="icon">
                <Inbox aria-hidden />
              </EmptyMedia>
              <EmptyTitle>{t("empty")}</EmptyTitle>
              <EmptyDescription>{t("emptyHint")}</EmptyDescription>
            </EmptyHeader>
          </Empty>
        )
      ) : (
        <ol id={LIST_ID} className="flex flex-col gap-8">
          {rows.map((row) => (
            <li key={row.id}>
              <InboxItem
                {...{ row, open, now }}
                isChosen={row === chosen}
                onChoose={({ id }) => setChosenId(id)}
              />
            </li>
          ))}
        </ol>
      )}
      {older && <OlderOnes older={older} />}
    </InboxFrame>
  );
}

/** A small form is complete in the list. */
const hasBeside = ({ ask }: InboxRow): boolean => bodyOf(ask).as !== "form";

const WIDE = "(width >= 1280px)";

/** Returns whether a sheet fits beside the list; false on the server. */
const useHasRoom = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(WIDE);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => matchMedia(WIDE).matches,
    () => false,
  );

function aboutOf(count: number, hasRows: boolean): string | undefined {
  if (count > 0) return t("countWaiting", { count });
  return hasRows ? t("nothingNow") : undefined;
}

const MINUTE_MS = 60_000;

/** Returns the current time, updated each minute. The first value is the server's. */
function useMinute(drawnAt: string): string {
  const [now, setNow] = useState(drawnAt);
  useEffect(() => {
    const tick = () => setNow(new Date().toISOString());
    tick();
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
