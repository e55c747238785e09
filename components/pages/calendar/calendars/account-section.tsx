"use client";

import { useMutation } from "@tanstack/react-query";
import { RefreshCw, Settings, Trash2 } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { IconButton } from "@/components/ui/icon-button";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { notifyProblem } from "@/components/ui/kit/notify";
import type { Account, Source } from "@/lib/shared/calendars";
import { clock, fullTime } from "@/lib/shared/chat/time";
import { t } from "@/lib/shared/i18n/en/calendars";
import { syncAccount } from "./calendars-api";
import { SourceRow } from "./source-row";

type AccountSectionProps = {
  account: Account;
  onSettings: () => void;
  onRemove: () => void;
  onSource: (id: string, fields: Partial<Pick<Source, "color" | "isShown">>) => void;
};

/** A subscription, or an account with its calendars and address books. */
export function AccountSection({ account, onSettings, onRemove, onSource }: AccountSectionProps) {
  const { id, name, kind, username, sources, isSyncing } = account;
  const sync = useMutation({
    mutationFn: () => syncAccount(id),
    onError: (error) => void notifyProblem(failureText(error)),
  });
  return (
    <section aria-label={name} className="px-5 py-3">
      <div className="flex items-center gap-1">
        <h3 className="min-w-0 flex-1 truncate text-meta text-ink-3">
          {kind === "feed" ? t("subscription") : [username, name].filter(Boolean).join(" · ")}
        </h3>
        <IconButton
          label={t("syncNow", { name })}
          aria-disabled={isSyncing || sync.isPending}
          onClick={() => !isSyncing && !sync.isPending && sync.mutate()}
        >
          <RefreshCw aria-hidden className={isSyncing ? "animate-spin motion-reduce:animate-none" : ""} />
        </IconButton>
        <ActionsButton
          label={t("more", { name })}
          groups={[
            [{ label: t("settings"), icon: Settings, takesFocus: true, onSelect: onSettings }],
            [
              {
                ...{ label: t("removeAccount"), icon: Trash2, isDestructive: true, takesFocus: true },
                onSelect: onRemove,
              },
            ],
          ]}
        />
      </div>
      <ul>
        {sources.map((source) => (
          <SourceRow
            key={source.id}
            source={source}
            name={kind === "feed" ? name : source.name}
            onChange={(fields) => onSource(source.id, fields)}
          />
        ))}
      </ul>
      <SyncState account={account} />
    </section>
  );
}

function SyncState({ account: { syncedAt, failure, isSyncing } }: { account: Account }) {
  const isToday = syncedAt !== null && new Date(syncedAt).toDateString() === new Date().toDateString();
  const synced = syncedAt && t("synced", { time: isToday ? clock(syncedAt) : fullTime(syncedAt) });
  return (
    <div role="status" className="flex flex-col gap-0.5 pt-1 text-meta text-ink-3">
      {failure !== null && <p className="text-danger wrap-anywhere">{t("failed", { reason: failure })}</p>}
      <p>{isSyncing ? t("syncing") : (synced ?? t("neverSynced"))}</p>
    </div>
  );
}
