"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { channelTitle } from "@/components/client/shell/origins/origin-looks";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import type { ChannelView } from "@/lib/shared/channels";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as channels } from "@/lib/shared/i18n/en/settingsChannels";
import { t } from "@/lib/shared/i18n/en/settingsMail";
import { type Outcome, OutcomeLine } from "../outcome-line";
import { testChannel } from "./api";
import { Disconnect } from "./disconnect";
import { MailForm } from "./mail-form";
import { MailRulesCard } from "./mail-rules";
import { MailTalk } from "./mail-talk";
import { Mails } from "./mails";
import { ChannelState, ChannelTrouble } from "./set-up";

export function Mail({ channel }: { channel: ChannelView }) {
  const { account } = channel;
  const [isChanging, setIsChanging] = useState(false);
  const onDone = () => setIsChanging(false);
  return (
    <>
      <TitledCard title={channelTitle("mail")} about={t("about")} action={<ChannelState channel={channel} />}>
        <ChannelTrouble channel={channel} />
        {account && !isChanging ? (
          <Account channel={channel} name={account.name} onChange={() => setIsChanging(true)} />
        ) : (
          <MailForm id={channel.id} isNew={!account} onDone={onDone} onCancel={account && onDone} />
        )}
      </TitledCard>
      {account && (
        <>
          <MailRulesCard />
          <MailTalk channel={channel} />
          <Mails />
        </>
      )}
    </>
  );
}

type AccountProps = { channel: ChannelView; name: string; onChange: () => void };

function Account({ channel, name, onChange }: AccountProps) {
  const check = useMutation({ mutationFn: () => testChannel(channel.id) });
  return (
    <div className="flex flex-col gap-4">
      <p className="font-medium wrap-anywhere">{channels("connectedAs", { name })}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-disabled={check.isPending}
          onClick={() => !check.isPending && check.mutate()}
        >
          {t("check")}
        </Button>
        <Button variant="outline" size="sm" onClick={onChange}>
          {channels("replace")}
        </Button>
        <Disconnect channel={channel} name={name} onDone={() => {}} />
      </div>
      <OutcomeLine outcome={outcomeOf(check, name)} />
    </div>
  );
}

type Check = { isPending: boolean; data?: { ok: boolean; message: string }; error: Error | null };

function outcomeOf({ isPending, data, error }: Check, name: string): Outcome | null {
  if (isPending) return { kind: "busy", message: channels("asking", { title: name }) };
  if (error) return { kind: "bad", message: clientText("failed", { error: failureText(error) }) };
  if (!data) return null;
  return data.ok ? { kind: "good", message: t("works", { name }) } : { kind: "bad", message: data.message };
}
