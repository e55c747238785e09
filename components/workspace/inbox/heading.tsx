import { useAgentChoice } from "@/components/client/shell/layout-context";
import { OriginMark } from "@/components/client/shell/origins/origin-later";
import { formatSpan } from "@/components/pages/history/days";
import Link, { agentHref } from "@/components/ui/kit/agent-base";
import { hrefOf } from "@/components/ui/kit/link";
import { titleOf } from "@/lib/shared/chat/contract";
import type { OpenAsk } from "@/lib/shared/chat/open-asks";
import { surfaceHash } from "@/lib/shared/chat/surfaces/surface-address";
import { fullTime } from "@/lib/shared/chat/time";
import { t } from "@/lib/shared/i18n/en/inbox";
import { AgentOfLine } from "./agent-of-line";
import type { AskBody } from "./body-of";

type HeadingProps = { id: string; ask: OpenAsk; body: AskBody; now: string; isOver: boolean };

export function Heading({ id, ask, body, now, isOver }: HeadingProps) {
  const why = whyOf(ask);
  const way = useWayTo(ask, body);
  return (
    <header className="flex flex-col gap-0.5">
      <div className="flex min-w-0 items-baseline gap-x-3">
        <h2 className="flex min-w-0 flex-1 items-center gap-1.5 font-medium">
          <AgentOfLine agentId={ask.agentId} />
          <OriginMark origin={ask.origin} />
          <Link id={id} href={way} className="truncate underline-offset-4 hover:underline max-md:py-2">
            {titleOf(ask)}
          </Link>
        </h2>
        <p className="shrink-0 text-meta text-ink-3 tabular-nums">
          <time dateTime={ask.createdAt} title={fullTime(ask.createdAt)} suppressHydrationWarning>
            {isOver ? t("settled") : describeWait(ask.createdAt, now)}
          </time>
        </p>
      </div>
      {why && !isOver && <p className="text-meta text-ink-2">{why}</p>}
    </header>
  );
}

export function useWayTo(ask: OpenAsk, body: AskBody): string {
  const { current } = useAgentChoice();
  const way = wayTo(ask, body);
  return current === "" || current === ask.agentId ? way : agentHref(ask.agentId, way);
}

function wayTo({ conversationId, messageId, toolCallId }: OpenAsk, { as }: AskBody): string {
  return as === "form" || as === "sheet"
    ? `/chat/${conversationId}${surfaceHash({ messageId, toolCallId })}`
    : hrefOf(conversationId, messageId);
}

function describeWait(since: string, now: string): string {
  const isNew = Date.parse(now) - Date.parse(since) < 60_000;
  return isNew ? t("justNow") : t("waiting", { since: formatSpan(since, now) });
}

function whyOf({ kind, because }: OpenAsk): string | undefined {
  if (kind !== "approval" || because) return undefined;
  return t("asksFirst");
}
