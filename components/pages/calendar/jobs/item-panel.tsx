"use client";

import { Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Item } from "./api";
import { ItemWhen } from "./item-when";
import { JobPanel, PanelActions, PanelPart } from "./job-panel";
import { RunList } from "./run-list";
import type { ItemActions } from "./use-items";
import { WebhookAddress } from "./webhook-address";

type ItemPanelProps = {
  /** Undefined while loading; null if the item does not exist. */
  item: Item | undefined | null;
  now: string;
  timeZone: string;
  actions: ItemActions;
  onEdit: (item: Item) => void;
  onClose: () => void;
};

export function ItemPanel({ item, now, timeZone, actions, onEdit, onClose }: ItemPanelProps) {
  if (item === null)
    return (
      <JobPanel title={t("noSuchJob")} about={null} onClose={onClose}>
        {null}
      </JobPanel>
    );
  if (item === undefined)
    return (
      <JobPanel title={common("job")} about={null} onClose={onClose}>
        <Skeleton className="m-5 h-40" />
      </JobPanel>
    );
  return (
    <JobPanel title={item.name} about={<ItemWhen item={item} />} onClose={onClose}>
      <div className="flex flex-col gap-5 p-5">
        <PanelActions
          jobId={item.id}
          isStarting={actions.runs === item.id}
          chatId={item.chatId}
          onRun={() => actions.run(item)}
          onEdit={() => onEdit(item)}
        >
          <Button
            variant="destructive"
            onClick={() => {
              onClose();
              actions.remove(item);
            }}
          >
            <Trash2 aria-hidden />
            {common("delete")}
          </Button>
        </PanelActions>
        <PanelPart title={common("runs")}>
          <RunList item={item} now={now} timeZone={timeZone} />
        </PanelPart>
        {item.kind === "webhook" && item.url && (
          <PanelPart title={common("address")}>
            <WebhookAddress url={item.url} />
          </PanelPart>
        )}
        <PanelPart title={t("instruction")}>
          <p className="max-h-60 overflow-y-auto rounded-in bg-fill px-3 py-2 whitespace-pre-wrap wrap-anywhere">
            {item.instruction}
          </p>
        </PanelPart>
      </div>
    </JobPanel>
  );
}
