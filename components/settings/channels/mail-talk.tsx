"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { failureText } from "@/components/client/failure";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Switch } from "@/components/ui/switch";
import type { ChannelView } from "@/lib/shared/channels";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t } from "@/lib/shared/i18n/en/settingsMail";
import { mailQuery, saveRules } from "./mail-api";
import { PairPhone } from "./pair-phone";
import { People } from "./people";

/** Lets users write to the agent from their own addresses. */
export function MailTalk({ channel }: { channel: ChannelView }) {
  const id = useId();
  const client = useQueryClient();
  const { data } = useQuery(mailQuery);
  const change = useMutation({
    mutationFn: saveRules,
    onSettled: () => client.invalidateQueries({ queryKey: mailQuery.queryKey, exact: true }),
  });
  const rules = data?.rules;
  const talks = change.isPending ? change.variables.talks : (rules?.talks ?? false);
  return (
    <TitledCard title={t("talk")} about={t("talkAbout")}>
      <div className="flex flex-col gap-4">
        <div className="flex items-start gap-2.5">
          <Switch
            id={id}
            checked={talks}
            disabled={!rules}
            aria-describedby={`${id}-hint`}
            onCheckedChange={(isOn) => rules && change.mutate({ ...rules, talks: isOn })}
          />
          <label htmlFor={id}>{t("talkOn")}</label>
        </div>
        <p id={`${id}-hint`} className="max-w-prose text-ink-2">
          {t("talkHint")}
        </p>
        {change.error && <p role="alert">{clientText("failed", { error: failureText(change.error) })}</p>}
        {talks && (
          <>
            <People channel={channel} />
            <PairPhone channel={channel} />
          </>
        )}
      </div>
    </TitledCard>
  );
}
