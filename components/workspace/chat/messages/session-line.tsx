"use client";

import { Markdown } from "@/components/draw/markdown/markdown";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { useIsBrowser } from "@/components/ui/kit/clock";
import { Ring } from "@/components/ui/kit/ring";
import { type Snapshot, titleOf } from "@/lib/shared/chat/contract";
import type { SessionPart } from "@/lib/shared/chat/session";
import { fullTime } from "@/lib/shared/chat/time";
import { useThread } from "../thread";
import { FoldLine } from "./fold";

/** Marks where a conversation continues an ended one. Expands to the summary that the agent reads. */
export function SessionLine({ session, id }: { session: SessionPart; id: string }) {
  const { continues = { id: session.conversationId, title: session.title } } = useThread();
  const { summary, endedAt } = session;
  return (
    <div className="text-ui">
      <h2 className="sr-only">An earlier session</h2>
      <FoldLine
        id={id}
        label={`Continued from “${titleOf(continues ?? session)}”`}
        about="Summary of the earlier session"
      >
        <p className="text-meta text-ink-2">
          That session ended <LocalTime at={endedAt} />. The agent now reads this summary:
        </p>
        {summary ? <Markdown text={summary} /> : <p className="text-ink-3">It had no messages.</p>}
        {continues ? (
          <Button asChild variant="link" className="self-start text-meta">
            <Link href={`/chat/${continues.id}`}>Read all of it</Link>
          </Button>
        ) : (
          <p className="text-meta text-ink-3">The conversation itself was deleted.</p>
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
        Summarising this session
      </p>
    );
  if (endedAt)
    return (
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 px-2 text-meta text-ink-2">
        <span>
          This session ended <LocalTime at={endedAt} />.
        </span>
        {continuedBy ? (
          <Link
            href={`/chat/${continuedBy.id}`}
            className="min-w-0 truncate text-ink underline decoration-line-control underline-offset-4 hover:decoration-ink"
          >
            Continued in “{titleOf(continuedBy)}”
          </Link>
        ) : (
          <span>Your next message starts a new one, with a summary of this one.</span>
        )}
      </p>
    );
  return isEnding ? (
    <p className="px-2 text-meta text-ink-2">This session ends when nothing in it runs or waits.</p>
  ) : null;
}
