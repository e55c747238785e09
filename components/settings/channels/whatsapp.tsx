"use client";

import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import type { ChannelView } from "@/lib/shared/channels";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import { Contacts } from "./contacts";
import { MayTell } from "./may-tell";
import { Messages } from "./messages";
import { SetUp } from "./set-up";
import { WhatsAppForm } from "./whatsapp-form";

export const WhatsApp = ({ channel }: { channel: ChannelView }) => (
  <>
    <SetUp
      channel={channel}
      about={t("whatsAppHint")}
      get={{ title: t("getNumber"), children: <HowToGetANumber /> }}
      credentials={{
        title: t("enterCredentials"),
        Form: WhatsAppForm,
      }}
      then={{
        title: t("receive"),
        children: <Webhook address={channel.webhook ?? ""} />,
      }}
      whom={t("onlyPaired")}
    />
    {channel.account && (
      <>
        <Contacts />
        <MayTell />
        <Messages />
      </>
    )}
  </>
);

const HowToGetANumber = () => (
  <ul className="flex list-disc flex-col gap-1 ps-5 text-ink-2 marker:text-ink-3">
    <li>
      {t.rich("createApp", {
        link: (chunks) => (
          <a
            href="https://developers.facebook.com/apps"
            target="_blank"
            rel="noreferrer"
            className="rounded-in text-ink underline underline-offset-2"
          >
            {chunks}
            <span className="sr-only"> {t("newTab")}</span>
          </a>
        ),
      })}
    </li>
    <li>{t("findNumberId")}</li>
    <li>{t("findSecret")}</li>
  </ul>
);

const code = (chunks: ReactNode) => <code className="font-mono text-ink">{chunks}</code>;

function Webhook({ address }: { address: string }) {
  const isPublic = address.startsWith("https://");
  return (
    <div className="flex max-w-form flex-col gap-2">
      <p className="text-ink-2">{t.rich("enterWebhook", { code })}</p>
      <div className="flex items-center gap-2 rounded-in bg-fill px-3 py-2">
        <code className="min-w-0 flex-1 font-mono select-all wrap-anywhere">{address}</code>
        <CopyButton text={() => address} label={common("copy")} />
      </div>
      {!isPublic && <p className="text-ink-2">{t.rich("notPublic", { code })}</p>}
    </div>
  );
}
