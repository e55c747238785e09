"use client";

import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/kit/clock";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { May } from "@/components/ui/kit/rights";
import { Sayings } from "@/components/ui/kit/sayings";
import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { CHECK_INS, type Place } from "../calendar-url";
import type { Item } from "./api";
import { CheckIns } from "./check-ins";
import { ItemRow } from "./item-row";
import { useItemActions, useItems } from "./use-items";

const ItemEditor = later(() => import("./item-editor").then((module) => module.ItemEditor));
const ItemPanel = later(() => import("./item-panel").then((module) => module.ItemPanel));

type JobsViewProps = {
  /** The job of which the panel is open. */
  id: string | undefined;
  now: string;
  /** Default time zone of a new job. */
  timeZone: string;
  onGo: (place: Place) => void;
};

export function JobsView({ id, now: initialNow, timeZone: usual, onGo }: JobsViewProps) {
  const now = useNow(initialNow);
  const timeZone = useTimeZone();
  const { items, error, reload } = useItems();
  const actions = useItemActions();
  const [editing, setEditing] = useState<Item | "new">();
  const open = (id: string) => onGo({ at: "jobs", id });
  const close = () => onGo({ at: "jobs" });
  return (
    <PageBody width="rows" under="tabs">
      <header className="flex justify-end">
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setEditing("new")}>
          <Plus aria-hidden />
          {t("newJob")}
        </Button>
      </header>
      <section aria-label={common("jobs")} className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
        {items?.length === 0 && (
          <div className="border-line border-b pt-3">
            <Sayings about={t("noJobs")} sayings={examples()} />
          </div>
        )}
        {items ? (
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <ItemRow
                key={item.id}
                item={item}
                now={now}
                timeZone={timeZone}
                actions={actions}
                onOpen={() => open(item.id)}
                onEdit={() => setEditing(item)}
              />
            ))}
            <May right="own">
              {" "}
              <CheckIns
                isOpen={id === CHECK_INS}
                now={now}
                timeZone={timeZone}
                actions={actions}
                onOpen={() => open(CHECK_INS)}
                onClose={close}
              />
            </May>
          </ul>
        ) : error ? (
          <LoadFailure className="p-4" onRetry={reload}>
            {calendarText("notLoaded", { error: failureText(error) })}
          </LoadFailure>
        ) : (
          <ItemsWait />
        )}
      </section>
      {id !== undefined && id !== CHECK_INS && (
        <ItemPanel
          item={items && (items.find((item) => item.id === id) ?? null)}
          now={now}
          timeZone={timeZone}
          actions={actions}
          onEdit={setEditing}
          onClose={close}
        />
      )}
      {editing && (
        <ItemEditor
          key={editing === "new" ? "new" : editing.id}
          item={editing === "new" ? undefined : editing}
          timeZone={usual}
          onClose={() => setEditing(undefined)}
        />
      )}
    </PageBody>
  );
}

const ItemsWait = () => (
  <div className="flex flex-col gap-2 p-4">
    {["first", "second", "third"].map((row) => (
      <Skeleton key={row} className="h-11" />
    ))}
  </div>
);

const MINUTE_MS = 60_000;

function useNow(first: string): string {
  const [now, setNow] = useState(first);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const examples = (): string[] => [
  t("examplePlan"),
  t("exampleReminder"),
  t("exampleTable"),
  t("exampleWebhook"),
];
