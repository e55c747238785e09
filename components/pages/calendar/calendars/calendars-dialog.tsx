"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CloudCog, GitCompareArrows, Rss } from "lucide-react";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { PanelDialog, PanelFooter } from "@/components/ui/kit/dialogs/panel-dialog";
import { notifyProblem } from "@/components/ui/kit/notify";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import type { Account, CalendarList, Source } from "@/lib/shared/calendars";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendars";
import { AccountSection } from "./account-section";
import { AccountSettings } from "./account-settings";
import { AddAccount } from "./add-account";
import { AddFeed } from "./add-feed";
import { changeSource } from "./calendars-api";
import { ConflictsView } from "./conflicts-view";
import { RemoveAccount } from "./remove-account";
import { SourceRow } from "./source-row";
import { CALENDARS_KEY, troublesOf, useCalendars } from "./use-calendars";

type View =
  | { at: "list" | "feed" | "account" | "conflicts" }
  | { at: "settings" | "remove"; account: Account };
type SourceFields = Partial<Pick<Source, "color" | "isShown">>;

/** The agent's own calendar, subscriptions, and accounts of other servers. */
export function CalendarsDialog({ onClose }: { onClose: () => void }) {
  const [view, setView] = useState<View>({ at: "list" });
  const list = () => setView({ at: "list" });
  if (view.at === "feed") return <AddFeed onDone={list} />;
  if (view.at === "account") return <AddAccount onDone={list} />;
  if (view.at === "conflicts") return <ConflictsView onClose={list} />;
  if (view.at === "settings") return <AccountSettings account={view.account} onDone={list} />;
  if (view.at === "remove") return <RemoveAccount account={view.account} onDone={list} />;
  return <ListView onView={setView} onClose={onClose} />;
}

function ListView({ onView, onClose }: { onView: (view: View) => void; onClose: () => void }) {
  const { data, error, refetch } = useCalendars();
  const { conflicts, refusals } = troublesOf(data);
  return (
    <PanelDialog title={t("calendars")} about={null} onClose={onClose}>
      <div className="min-h-40 flex-1 divide-y divide-line overflow-y-auto">
        {!data && !error && <Skeleton className="m-5 h-24" />}
        {!data && error && (
          <LoadFailure className="px-5 py-3" onRetry={() => void refetch()}>
            {calendarText("notLoaded", { error: failureText(error) })}
          </LoadFailure>
        )}
        {conflicts + refusals > 0 && (
          <div className="flex items-center gap-3 px-5 py-3">
            <GitCompareArrows aria-hidden className="size-4 shrink-0 text-danger" />
            <p className="min-w-0 flex-1">
              {[
                conflicts > 0 && t("conflicts", { count: conflicts }),
                refusals > 0 && t("refusals", { count: refusals }),
              ]
                .filter(Boolean)
                .join(". ")}
            </p>
            <Button size="sm" onClick={() => onView({ at: "conflicts" })}>
              {t("choose")}
            </Button>
          </div>
        )}
        {data && <Sources list={data} onView={onView} />}
      </div>
      <PanelFooter>
        <Button variant="outline" onClick={() => onView({ at: "feed" })}>
          <Rss aria-hidden />
          {t("addFeed")}
        </Button>
        <Button variant="outline" onClick={() => onView({ at: "account" })}>
          <CloudCog aria-hidden />
          {t("addAccount")}
        </Button>
      </PanelFooter>
    </PanelDialog>
  );
}

function Sources({ list, onView }: { list: CalendarList; onView: (view: View) => void }) {
  const client = useQueryClient();
  const change = (id: string, fields: SourceFields) => {
    client.setQueryData<CalendarList>(CALENDARS_KEY, (old) => old && withFields(old, id, fields));
    changeSource(id, fields).catch((error) => {
      void notifyProblem(calendarText("notSaved", { error: failureText(error) }));
      void client.invalidateQueries({ queryKey: CALENDARS_KEY });
    });
  };
  return (
    <>
      <ul className="px-5 py-2">
        <SourceRow source={list.own} name={t("own")} onChange={(fields) => change(list.own.id, fields)} />
      </ul>
      {list.accounts.map((account) => (
        <AccountSection
          key={account.id}
          account={account}
          onSettings={() => onView({ at: "settings", account })}
          onRemove={() => onView({ at: "remove", account })}
          onSource={change}
        />
      ))}
      {list.accounts.length === 0 && <p className="px-5 py-6 text-center text-ink-3">{t("none")}</p>}
    </>
  );
}

function withFields(list: CalendarList, id: string, fields: SourceFields): CalendarList {
  const changed = (source: Source): Source => (source.id === id ? { ...source, ...fields } : source);
  return {
    own: changed(list.own),
    accounts: list.accounts.map((account) => ({ ...account, sources: account.sources.map(changed) })),
  };
}
