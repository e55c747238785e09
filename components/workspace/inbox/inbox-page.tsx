"use client";

import { Inbox } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useAskCount } from "@/components/client/asks";
import { OlderOnes } from "@/components/client/end-of-list";
import { OfferLater } from "@/components/client/notifications/offer-later";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { Button } from "@/components/ui/button";
import { Empty, EmptyDescription, EmptyHeader, EmptyMedia, EmptyTitle } from "@/components/ui/empty";
import { formatCount } from "@/components/ui/kit/format";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { useSurfaceChanges } from "@/components/workspace/canvas/use-surface-changes";
import { reasonOf } from "@/components/workspace/chat/client/requests";
import type { OpenAskPage } from "@/lib/shared/chat/open-asks";
import { InboxFrame } from "./inbox-frame";
import { InboxItem } from "./inbox-item";
import { LIST_ID, useInbox } from "./use-inbox";

type InboxPageProps = {
  initial: OpenAskPage;
  /** Time on the server, so that hydration matches. */
  now: string;
};

export function InboxPage({ initial, now: drawnAt }: InboxPageProps) {
  const { agents, current } = useAgentChoice();
  const [isOwn, setIsOwn] = useState(false);
  const { rows, news, showNews, error, reload, older } = useInbox(initial, isOwn ? current : undefined);
  const { count } = useAskCount();
  const now = useMinute(drawnAt);
  const open = useMemo(() => rows.flatMap(({ ask, isOpen }) => (isOpen ? [ask] : [])), [rows]);
  useSurfaceChanges();
  return (
    <InboxFrame about={aboutOf(count, rows.length > 0)}>
      <OfferLater />
      {agents.length > 1 && (
        <ToggleGroup
          type="single"
          aria-label="Agents"
          value={isOwn ? "own" : "all"}
          onValueChange={(value) => value && setIsOwn(value === "own")}
          className="self-start"
        >
          <ToggleGroupItem value="all">All agents</ToggleGroupItem>
          <ToggleGroupItem value="own">{agents.find(({ id }) => id === current)?.name}</ToggleGroupItem>
        </ToggleGroup>
      )}
      {error && (
        <LoadFailure isInline onRetry={() => void reload()}>
          Could not load the inbox. {reasonOf(error)}
        </LoadFailure>
      )}
      {/* The button takes no space in the layout, so that the list does not move when it appears. */}
      <p role="status" className="sticky top-3 z-10 -mb-6 flex h-0 items-start justify-center">
        {news > 0 && (
          <Button size="sm" onClick={showNews}>
            {`Show ${formatCount(news, "more that waits", "more that wait")}`}
          </Button>
        )}
      </p>
      {rows.length === 0 && !error ? (
        <Empty className="py-20">
          <EmptyHeader>
            <EmptyMedia variant="icon">
              <Inbox aria-hidden />
            </EmptyMedia>
            <EmptyTitle>Nothing waits for you</EmptyTitle>
            <EmptyDescription>
              Questions of the agent appear here, from all conversations, until you answer them.
            </EmptyDescription>
          </EmptyHeader>
        </Empty>
      ) : (
        <ol id={LIST_ID} className="flex flex-col gap-8">
          {rows.map((row) => (
            <li key={row.id}>
              <InboxItem row={row} open={open} now={now} />
            </li>
          ))}
        </ol>
      )}
      {older && <OlderOnes older={older} />}
    </InboxFrame>
  );
}

function aboutOf(count: number, hasRows: boolean): string | undefined {
  if (count > 0) return `${formatCount(count, "thing waits", "things wait")} for you.`;
  return hasRows ? "Nothing waits for you now." : undefined;
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
