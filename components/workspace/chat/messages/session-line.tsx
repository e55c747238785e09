"use client";

import { Markdown } from "@/components/draw/markdown/markdown";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { useIsBrowser } from "@/components/ui/kit/clock";
import { Ring } from "@/components/ui/kit/ring";
import { type Snapshot, titleOf } from "@/lib/shared/chat/contract";
import type { SessionPart } from "@/lib/shared/chat/session";
import { fullTime } from "@/lib/shared/chat/time";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { useThread } from "../thread";
import { FoldLine } from "./fold";

/** Marks where a conversation continues an ended one. Expands to the summary that the agent reads. */
export function SessionLine({ session, id }: { session: SessionPart; id: string }) {
  const { continues = { id: session.conversationId, title: session.title } } = useThread();
  const { summary, endedAt } = session;
  return (
    <div className="text-ui">
      <h2 className="sr-only">{t("earlierSession")}</h2>
      <FoldLine
        id={id}
        label={t("continuedFrom", { title: titleOf(continues ?? session) })}
        about={t("sessionSummary")}
      >
        <p className="text-meta text-ink-2">
          {t.rich("summaryRead", { time: () => <LocalTime at={endedAt} /> })}
        </p>
        {summary ? <Markdown text={summary} /> : <p className="text-ink-3">{t("noMessages")}</p>}
        {continues ? (
          <Button asChild variant="link" className="self-start text-meta">
            <Link href={`/chat/${continues.id}`}>{t("readAll")}</Link>
          </Button>
        ) : (
          <p className="text-meta text-ink-3">{t("conversationDeleted")}</p>
        )}
      </FoldLine>
    </div>
  );
}

/** Only the browser knows the user's time zone, so the time is rendered after hydration. */
const LocalTime = ({ at }: { at: string }) => <time dateTime={at}>{useIsBrowser() && fullTime(at)}</time>;

type EndProps = { conversation: Snapshot["conversation"]; isEndingSession: boolean };

export function SessionEnd({ conversation, isEndingSession }: EndProps) {
  const { endedAt, continuedBy, isEnding } = conversation;
  if (isEndingSession)
    return (
      <p role="status" className="flex items-center gap-2.5 px-2 text-meta text-ink-2">
        <Ring />
        {t("endingSession")}
      </p>
    );
  if (endedAt)
    return (
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 px-2 text-meta text-ink-2">
        <span>{t.rich("sessionEnded", { time: () => <LocalTime at={endedAt} /> })}</span>
        {continuedBy ? (
          <Link
            href={`/chat/${continuedBy.id}`}
            className="min-w-0 truncate text-ink underline decoration-line-control underline-offset-4 hover:decoration-ink"
          >
            {t("continuedIn", { title: titleOf(continuedBy) })}
          </Link>
        ) : (
          <span>{t("nextStartsNew")}</span>
        )}
      </p>
    );
  return isEnding ? <p className="px-2 text-meta text-ink-2">{t("endsLater")}</p> : null;
}
