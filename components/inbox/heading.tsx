import Link from "next/link";
import { spanWords } from "@/components/history/days";
import { hrefOf } from "@/components/kit/link";
import { titleOf } from "@/lib/shared/chat/contract";
import type { OpenAsk } from "@/lib/shared/chat/open-asks";
import { surfaceHash } from "@/lib/shared/chat/surfaces";
import { fullTime } from "@/lib/shared/chat/time";
import type { AskBody } from "./body-of";

type HeadingProps = { id: string; ask: OpenAsk; body: AskBody; now: string; isOver: boolean };

/** Who asks, since when, and why if that is not seen in what is asked. */
export function Heading({ id, ask, body, now, isOver }: HeadingProps) {
  const why = whyOf(ask);
  const from = ORIGINS[ask.origin];
  return (
    <header className="flex flex-col gap-0.5">
      <div className="flex min-w-0 items-baseline gap-x-3">
        <h2 id={id} className="min-w-0 flex-1 truncate font-medium">
          <Link
            href={wayTo(ask, body)}
            prefetch={false}
            className="underline-offset-4 hover:underline max-md:py-2"
          >
            {titleOf(ask)}
          </Link>
        </h2>
        <p className="shrink-0 text-meta text-ink-3 tabular-nums">
          {from && `${from} · `}
          <time dateTime={ask.createdAt} title={fullTime(ask.createdAt)} suppressHydrationWarning>
            {isOver ? "settled" : `waits for ${spanWords(ask.createdAt, now)}`}
          </time>
        </p>
      </div>
      {why && !isOver && <p className="text-meta text-ink-2">{why}</p>}
    </header>
  );
}

/** Where in its conversation it lies. */
export function wayTo({ conversationId, messageId, toolCallId }: OpenAsk, { as }: AskBody): string {
  return as === "form" || as === "sheet"
    ? `/chat/${conversationId}${surfaceHash({ messageId, toolCallId })}`
    : hrefOf(conversationId, messageId);
}

/** Who sets the agent to work, where that is not the person in the chat. */
const ORIGINS: Readonly<Record<string, string>> = {
  job: "Job",
  pulse: "Pulse",
  telegram: "Telegram",
  whatsapp: "WhatsApp",
  agent: "Another agent",
  mcp: "Another program",
};

function whyOf({ kind, because }: OpenAsk): string | undefined {
  if (kind !== "approval" || because) return undefined;
  return "It asks because this tool is set to ask first.";
}
