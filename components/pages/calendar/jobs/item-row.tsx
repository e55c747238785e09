"use client";

import { List, MessageCircle, Pencil, Trash2 } from "lucide-react";
import { historyAction } from "@/components/ui/kit/menu-button";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Item } from "./api";
import { ItemWhen } from "./item-when";
import { Dim, JobRow, LastTime, NextTime, Reason } from "./job-row";
import { StatusMark } from "./status-mark";
import type { ItemActions } from "./use-items";
import { useLastRun } from "./use-last-run";

type ItemRowProps = {
  item: Item;
  now: string;
  timeZone: string;
  actions: ItemActions;
  onOpen: () => void;
  onEdit: () => void;
};

export function ItemRow({ item, now, timeZone, actions, onOpen, onEdit }: ItemRowProps) {
  const { id, name, enabled, chatId, lastStatus, lastRunAt } = item;
  return (
    <JobRow
      id={id}
      name={name}
      isOn={enabled}
      isStarting={actions.runs === id}
      when={<ItemWhen item={item} />}
      next={<Next item={item} now={now} timeZone={timeZone} />}
      last={
        lastStatus && lastRunAt ? (
          <LastTime status={lastStatus} at={lastRunAt} chatId={chatId} now={now} timeZone={timeZone} />
        ) : (
          <Dim>{t("notYetRun")}</Dim>
        )
      }
      trouble={<Trouble item={item} />}
      groups={[
        [
          { label: common("edit"), icon: Pencil, onSelect: onEdit },
          { label: t("showRuns"), icon: List, onSelect: onOpen },
          chatId !== null && {
            label: t("openConversation"),
            icon: MessageCircle,
            href: `/chat/${chatId}`,
          },
          historyAction("job", id),
        ],
        [
          {
            label: common("delete"),
            icon: Trash2,
            isDestructive: true,
            onSelect: () => actions.remove(item),
          },
        ],
      ]}
      onToggle={(isOn) => actions.toggle(item, isOn)}
      onRun={() => actions.run(item)}
      onOpen={onOpen}
      onEdit={onEdit}
    />
  );
}

function Trouble({ item }: { item: Item }) {
  const { enabled, failures, lastStatus } = item;
  const isWorthSaying = lastStatus === "failed" || lastStatus === "skipped" || lastStatus === "missed";
  const last = useLastRun(item, isWorthSaying ? item.lastRunAt : null);
  return (
    <>
      {failures > 1 && (
        <span className="flex items-center gap-1 text-meta text-danger">
          <StatusMark status="failed" />
          {enabled ? t("failures", { count: failures }) : t("switchedOff", { count: failures })}
        </span>
      )}
      {last?.reason && <Reason>{last.reason}</Reason>}
    </>
  );
}

function Next({ item, now, timeZone }: { item: Item; now: string; timeZone: string }) {
  const { enabled, nextRunAt, kind } = item;
  // A trigger that fires once switches itself off when it fires.
  if (kind === "once" && (enabled ? !nextRunAt : item.at !== undefined && item.at <= now))
    return <Dim>{t("over")}</Dim>;
  if (!enabled) return <Dim>{t("paused")}</Dim>;
  if (nextRunAt && (kind === "cron" || kind === "once"))
    return <NextTime at={nextRunAt} now={now} timeZone={timeZone} />;
  return <Dim>{t("listening")}</Dim>;
}
