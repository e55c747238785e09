"use client";

import { CircleAlert, type LucideIcon } from "lucide-react";
import { memo } from "react";
import { LOOKS } from "@/components/client/versions/kinds";
import { PlusMinus } from "@/components/client/versions/plus-minus";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { usePageHref } from "@/components/ui/kit/agent-base";
import { Clock, useTimeZone } from "@/components/ui/kit/clock";
import type { Revision } from "@/lib/shared/history";
import type { Summary } from "@/lib/shared/memory/summary";
import { whatOf, whyOf } from "./describe-version";

type TimelineRowProps = {
  revision: Revision;
  authorName: string;
  summary: Summary | undefined;
  now: string;
  href: string;
  isChosen: boolean;
  onChoose: (id: string) => void;
};

export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { revision, authorName, summary, now, href, isChosen, onChoose } = props;
  const { id, kind, version, createdAt, live } = revision;
  const zone = useTimeZone();
  const pageHref = usePageHref();
  const Icon = LOOKS[kind].icon;
  const why = whyOf(revision, summary);
  return (
    <li
      className={cn(
        "group/row relative flex gap-3 rounded-sheet px-4 py-2.5 transition-colors [contain-intrinsic-size:auto_60px] [content-visibility:auto]",
        isChosen ? "bg-sheet shadow-sheet [content-visibility:visible]" : "hover:bg-fill-hover",
      )}
    >
      <RowMark icon={Icon} isChosen={isChosen} />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-6 items-center gap-2">
          {!live && <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />}
          <a
            href={pageHref(href)}
            data-revision={id}
            aria-current={isChosen ? "true" : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              onChoose(id);
            }}
            className="min-w-0 truncate outline-none after:absolute after:inset-0 after:rounded-sheet focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-ink"
          >
            {whatOf(revision, summary, now, zone)}
          </a>
          <Badge variant="secondary">v{version}</Badge>
          <Clock at={createdAt} className="ml-auto shrink-0 text-meta text-ink-3 tabular-nums" />
        </div>
        <p className="flex gap-3 text-meta text-ink-3">
          <span className="min-w-0 flex-1 truncate">
            {authorName}
            {why && ` · ${why}`}
          </span>
          <PlusMinus added={summary?.added ?? 0} removed={summary?.removed ?? 0} />
        </p>
      </div>
    </li>
  );
});

/** The icon of a row, and the line to the next row. */
export const RowMark = ({ icon: Icon, isChosen }: { icon: LucideIcon; isChosen: boolean }) => (
  <span aria-hidden className="flex flex-col items-center">
    <span
      className={cn(
        "flex size-6 items-center justify-center rounded-full border transition-colors",
        isChosen ? "border-ink bg-ink text-on-ink" : "border-line-strong bg-paper text-ink-2",
      )}
    >
      <Icon className="size-3.5" />
    </span>
    <span className="mt-1 w-px flex-1 bg-line group-last/row:hidden" />
  </span>
);
