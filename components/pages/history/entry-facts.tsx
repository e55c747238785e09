"use client";

import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { When } from "@/components/client/versions/when";
import Link from "@/components/ui/kit/agent-base";
import { Brand } from "@/components/ui/kit/brand";
import { useTimeZone } from "@/components/ui/kit/clock";
import { hrefOf } from "@/components/ui/kit/link";
import { siteOf } from "@/components/ui/kit/site";
import type { Revision } from "@/lib/shared/history";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/history";
import type { Summary } from "@/lib/shared/memory/summary";
import { formatPastTime, formatSpan } from "./days";
import { describeCause, useAuthorName } from "./describe-version";

type EntryFactsProps = {
  revision: Revision;
  summary: Summary | undefined;
  before: Revision | undefined;
  now: string;
};

export function EntryFacts({ revision, summary, before, now }: EntryFactsProps) {
  const { author, cause, createdAt, failure, live, origins } = revision;
  const time = (
    <span className="inline-block first-letter:uppercase">
      <When at={createdAt} now={now} />
    </span>
  );
  const isCall = cause !== null && "conversationId" in cause;
  return (
    <>
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-y-1.5">
        <Fact title={t("changedBy")}>
          <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
            {author === "agent" && <Brand className="size-4" />}
            <Author revision={revision} summary={summary} now={now} />
          </span>
        </Fact>
        {isCall && summary && (
          <Fact title={t("because")}>
            {reasonOf(summary, (chunks) => (
              <Link
                href={hrefOf(cause.conversationId, cause.messageId, cause.toolCallId)}
                className="text-ink underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink"
              >
                {chunks}
              </Link>
            ))}
          </Fact>
        )}
        <Fact title={common("when")}>
          {before
            ? t.rich("whenAfter", {
                span: formatSpan(before.createdAt, createdAt),
                version: before.version,
                when: () => time,
              })
            : time}
        </Fact>
        {origins.length > 0 && <Fact title={common("from")}>{origins.map(siteOf).join(", ")}</Fact>}
      </dl>
      {failure !== null && (
        <p className="flex gap-2">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">
            {live ? t("accepted", { failure }) : t("failed", { failure })}
          </span>
        </p>
      )}
    </>
  );
}

function reasonOf({ conversation, said }: Summary, link: (chunks: ReactNode) => ReactNode): ReactNode {
  if (conversation === null) return t("deletedConversation");
  const title = conversation || t("aConversation");
  if (!said) return t.rich("messagesIn", { title, link });
  // An untitled conversation has the beginning of its first message as its name. Do not show the same text
  // twice.
  if (conversation && said.startsWith(conversation)) return t.rich("said", { said, link });
  return t.rich("saidIn", { said, title, link });
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{title}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Author({ revision, summary, now }: Omit<EntryFactsProps, "before">) {
  const zone = useTimeZone();
  const authorName = useAuthorName();
  const why = causeOf(revision, summary, (time) => formatPastTime(time, now, zone));
  return (
    <span>
      {authorName(revision)}
      {why && <>, {why}</>}
    </span>
  );
}

function causeOf(
  { cause, author }: Revision,
  summary: Summary | undefined,
  formatTime: (time: string) => string,
): ReactNode {
  if (author === "system") return t("initialVersion");
  if (cause === null) return author === "person" && t("byHand");
  if ("conversationId" in cause) {
    const tool = (chunks: ReactNode) => <span className="font-mono">{chunks}</span>;
    return summary?.tool && t.rich("withTool", { name: summary.tool, tool });
  }
  if ("moment" in cause) return t("backToTime", { time: formatTime(cause.moment) });
  if (!("imported" in cause)) return describeCause(cause);
  const { version, author: wrote, createdAt } = cause.imported;
  return t("fromFileVersion", { version, author: wrote, time: formatTime(createdAt) });
}
