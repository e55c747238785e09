"use client";

import { List, MessageCircle, Pencil, Play, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import Link from "@/components/ui/kit/agent-base";
import { formatCount } from "@/components/ui/kit/format";
import { ActionsButton, historyAction } from "@/components/ui/kit/menu-button";
import { Switch } from "@/components/ui/switch";
import type { JobRunView } from "@/lib/shared/jobs/contract";
import type { Item } from "./api";
import { ItemWhen } from "./item-when";
import { formatCost, formatJobTime, RUN_STATUS_LABELS } from "./labels";
import { StatusMark } from "./status-mark";
import type { ItemActions } from "./use-items";

type ItemRowProps = {
  item: Item;
  /** The latest run, if the loaded span of the calendar contains it. */
  last: JobRunView | undefined;
  now: string;
  timeZone: string;
  actions: ItemActions;
  onOpen: () => void;
  onEdit: () => void;
};

export function ItemRow({ item, last, now, timeZone, actions, onOpen, onEdit }: ItemRowProps) {
  const { id, name, enabled, failures, chatId } = item;
  return (
    <li
      data-item={id}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 md:grid-cols-[auto_minmax(0,1fr)_132px_172px_auto]"
    >
      <Switch
        checked={enabled}
        aria-label={`“${name}” is on`}
        onCheckedChange={(checked) => actions.toggle(item, checked)}
      />
      <div className="flex min-w-0 flex-col">
        <Link
          href={`/schedule/${id}`}
          title={name}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen();
          }}
          className="truncate rounded-in font-medium hover:underline"
        >
          {name}
        </Link>
        <span className="truncate text-meta text-ink-3">
          <ItemWhen item={item} />
        </span>
        {failures > 1 && (
          <span className="flex items-center gap-1 text-meta text-danger">
            <StatusMark status="failed" />
            Failed {formatCount(failures, "time")} in a row
            {!enabled && ", and was switched off"}
          </span>
        )}
      </div>
      <div className="text-meta text-ink-2 tabular-nums max-md:col-start-2 max-md:row-start-2">
        <Next item={item} now={now} timeZone={timeZone} />
      </div>
      <div className="text-meta text-ink-2 tabular-nums max-md:col-start-2 max-md:row-start-3">
        <Last item={item} last={last} now={now} timeZone={timeZone} />
      </div>
      <div className="flex items-center max-md:col-start-3 max-md:row-start-1">
        <IconButton
          label={`Run “${name}” now`}
          aria-disabled={actions.runs === id}
          onClick={() => actions.runs !== id && actions.run(item)}
        >
          <Play aria-hidden />
        </IconButton>
        <IconButton label={`Edit “${name}”`} onClick={onEdit} className="max-md:hidden">
          <Pencil aria-hidden />
        </IconButton>
        <ActionsButton
          label={`More for “${name}”`}
          groups={[
            [
              { label: "Edit", icon: Pencil, onSelect: onEdit },
              { label: "Show its runs", icon: List, onSelect: onOpen },
              chatId !== null && {
                label: "Open its conversation",
                icon: MessageCircle,
                href: `/chat/${chatId}`,
              },
              historyAction("job", id),
            ],
            [{ label: "Delete", icon: Trash2, isDestructive: true, onSelect: () => actions.remove(item) }],
          ]}
        />
      </div>
    </li>
  );
}

type TimeProps = { item: Item; now: string; timeZone: string };

function Next({ item, now, timeZone }: TimeProps) {
  const { enabled, nextRunAt, kind } = item;
  // A trigger that fires once switches itself off when it fires.
  if (kind === "once" && (enabled ? !nextRunAt : item.at !== undefined && item.at <= now))
    return <span className="text-ink-3">Over</span>;
  if (!enabled) return <span className="text-ink-3">Paused</span>;
  if (nextRunAt && (kind === "cron" || kind === "once"))
    return (
      <>
        <span className="text-ink-3">Next </span>
        <time dateTime={nextRunAt}>{formatJobTime(nextRunAt, now, timeZone)}</time>
      </>
    );
  return <span className="text-ink-3">Listening</span>;
}

function Last({ item, last, now, timeZone }: TimeProps & { last: JobRunView | undefined }) {
  const { lastStatus, lastRunAt, chatId } = item;
  if (!lastStatus || !lastRunAt) return <span className="text-ink-3">Not yet run</span>;
  const cost = formatCost(last?.cost ?? null);
  const label = (
    <>
      {RUN_STATUS_LABELS[lastStatus]}{" "}
      <time dateTime={lastRunAt}>{formatJobTime(lastRunAt, now, timeZone)}</time>
      {cost && <span className="text-ink-3">, {cost}</span>}
    </>
  );
  return (
    <span className="flex min-w-0 items-start gap-1.5" title={last?.reason ?? undefined}>
      <StatusMark status={lastStatus} className="mt-px" />
      {chatId ? (
        <Button asChild variant="link" className="h-auto min-w-0 p-0 text-meta font-normal whitespace-normal">
          <Link href={`/chat/${chatId}`}>
            <span>{label}</span>
          </Link>
        </Button>
      ) : (
        <span>{label}</span>
      )}
    </span>
  );
}
