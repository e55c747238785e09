"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleAlert, ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { ChannelView, Pairing } from "@/lib/shared/channels";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import { pairWith } from "./api";

export function PairPhone({ channel }: { channel: ChannelView }) {
  const { id, account, people, pairingUntil } = channel;
  const make = useMutation({ mutationFn: () => pairWith(id) });
  const now = useNow(pairingUntil !== undefined || make.data !== undefined);
  const { data: made } = make;
  const leftOf = (until: string | undefined) => (until ? Date.parse(until) - now : 0);
  const isOurs = made !== undefined && (pairingUntil === undefined || pairingUntil === made.expiresAt);
  // The server revokes the code once it is used or after too many wrong attempts.
  const [lastExpiry, setLastExpiry] = useState<string>();
  if (pairingUntil !== lastExpiry && pairingUntil !== undefined) setLastExpiry(pairingUntil);
  const isVoid = made !== undefined && lastExpiry === made.expiresAt && pairingUntil === undefined;
  const isGood = isOurs && !isVoid && leftOf(made.expiresAt) > 0;
  const isElsewhere = !isOurs && leftOf(pairingUntil) > 0;
  const hasOne = isGood || isElsewhere;
  return (
    <div className="flex flex-col items-start gap-3">
      {isGood && <Code made={made} name={account?.name ?? channel.title} leftMs={leftOf(made.expiresAt)} />}
      {isElsewhere && (
        <p className="text-ink-2">{t("codeElsewhere", { left: formatCountdown(leftOf(pairingUntil)) })}</p>
      )}
      {!hasOne && made && people.length === 0 && (
        <p role="status" className="text-ink-2">
          {t("codeVoid")}
        </p>
      )}
      {!hasOne && !made && people.length === 0 && <p className="text-ink-2">{t("codeHint")}</p>}
      {make.error && (
        <p role="alert" className="flex gap-2">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          {clientText("failed", { error: failureText(make.error) })}
        </p>
      )}
      <Button
        variant={hasOne || people.length > 0 ? "outline" : "default"}
        size={hasOne || people.length > 0 ? "sm" : "default"}
        aria-disabled={make.isPending}
        onClick={() => !make.isPending && make.mutate()}
      >
        {hasOne ? t("newCode") : people.length > 0 ? t("pairAnother") : t("createCode")}
      </Button>
    </div>
  );
}

function Code({ made: { code, url }, name, leftMs }: { made: Pairing; name: string; leftMs: number }) {
  const command = `/start ${code}`;
  return (
    <div className="flex w-full max-w-form flex-col gap-2">
      <p>
        {t.rich("sendCode", {
          name,
          account: (chunks) => <span className="font-medium wrap-anywhere">{chunks}</span>,
        })}
      </p>
      <div className="flex items-center gap-2 rounded-in bg-fill px-3 py-2">
        <code className="min-w-0 flex-1 font-mono text-prose select-all wrap-anywhere">{command}</code>
        <CopyButton text={() => command} label={common("copy")} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {url && (
          <Button asChild variant="link" className="my-1 font-normal">
            <a href={url} target="_blank" rel="noreferrer">
              {t("sendFromHere")}
              <ExternalLink aria-hidden className="size-3.5!" />
              <span className="sr-only">{t("newTab")}</span>
            </a>
          </Button>
        )}
        <p className="text-ink-2 tabular-nums">{t("codeLeft", { left: formatCountdown(leftMs) })}</p>
      </div>
    </div>
  );
}

/** Formats a time as minutes and seconds, such as "9:05". */
function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns the current time in ms, updated every second while `isCounting`. */
function useNow(isCounting: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isCounting) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return now;
}
