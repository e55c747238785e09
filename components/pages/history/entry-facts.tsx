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
import type { Summary } from "@/lib/shared/memory/summary";
import { formatPastTime, formatSpan } from "./days";
import { whoOf } from "./describe-version";

type EntryFactsProps = {
  revision: Revision;
  summary: Summary | undefined;
  before: Revision | undefined;
  now: string;
};

export function EntryFacts({ revision, summary, before, now }: EntryFactsProps) {
  const { author, cause, createdAt, failure, live, origins } = revision;
  // An untitled conversation has the beginning of its first message as its name. Do not show the same text
  // twice.
  const isTitle = Boolean(
    summary?.said && summary.conversation && summary.said.startsWith(summary.conversation),
  );
  const isCall = cause !== null && "conversationId" in cause;
  return (
    <>
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-y-1.5">
        <Fact title="Changed by">
          <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
            {author === "agent" && <Brand className="size-4" />}
            <Author revision={revision} summary={summary} now={now} />
          </span>
        </Fact>
        {isCall && summary && (
          <Fact title="Because">
            {summary.conversation === null ? (
              "of a conversation that was deleted"
            ) : (
              <>
                {isTitle ? "you said “" : summary.said ? `you said “${summary.said}” in ` : "of messages in "}
                <Link
                  href={hrefOf(cause.conversationId, cause.messageId, cause.toolCallId)}
                  className="text-ink underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink"
                >
                  {isTitle ? summary.said : summary.conversation || "a conversation"}
                </Link>
                {isTitle && "”"}
              </>
            )}
          </Fact>
        )}
        <Fact title="When">
          <span className="inline-block first-letter:uppercase">
            <When at={createdAt} now={now} />
          </span>
          {before && `, ${formatSpan(before.createdAt, createdAt)} after version ${before.version}`}
        </Fact>
        {origins.length > 0 && <Fact title="From">{origins.map(siteOf).join(", ")}</Fact>}
      </dl>
      {failure !== null && (
        <p className="flex gap-2">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">
            {live
              ? "It was accepted although it failed its test"
              : "It never went live, because it failed its test"}
            : {failure}
          </span>
        </p>
      )}
    </>
  );
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
  const { cause, author } = revision;
  const who = whoOf(revision);
  if (cause && "session" in cause) return `${who}, when a session ended`;
  if (cause && "consolidation" in cause) return `${who}, by tidying up`;
  if (cause && !("conversationId" in cause) && "supersededBy" in cause) return `${who}, for a newer fact`;
  if (author === "system") return `${who}, as the initial version`;
  if (cause === null) return author === "person" ? `${who}, by hand` : who;
  if ("conversationId" in cause)
    return summary?.tool ? (
      <span>
        {who}, with <span className="font-mono">{summary.tool}</span>
      </span>
    ) : (
      who
    );
  if ("sheet" in cause) return `${who}, in the sheet “${cause.sheet.title}”`;
  if ("restored" in cause) return `${who}, by restoring version ${cause.restored.version}`;
  if ("undone" in cause)
    return cause.undone.isRedone
      ? `${who}, by redoing version ${cause.undone.version}`
      : `${who}, by undoing version ${cause.undone.version}`;
  if ("moment" in cause) return `${who}, by going back to ${formatPastTime(cause.moment, now, zone)}`;
  const { version, author: wrote, createdAt } = cause.imported;
  const by = wrote === "agent" ? "the agent" : wrote === "system" ? "Easel" : "a user";
  return `${who}, from a file: there it was version ${version}, by ${by}, ${formatPastTime(createdAt, now, zone)}`;
}
