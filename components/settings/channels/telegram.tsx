import type { ReactNode } from "react";
import type { ChannelView } from "@/lib/shared/channels";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import { SetUp } from "./set-up";
import { TokenForm } from "./token-form";

export const Telegram = ({ channel }: { channel: ChannelView }) => (
  <SetUp
    channel={channel}
    about={t("telegramHint")}
    get={{ title: t("getBot"), children: <HowToGetABot /> }}
    credentials={{ title: t("pasteToken"), Form: TokenForm }}
    whom={t("onlyPaired")}
  />
);

const code = (chunks: ReactNode) => <code className="font-mono text-ink">{chunks}</code>;

const HowToGetABot = () => (
  <ul className="flex list-disc flex-col gap-1 ps-5 text-ink-2 marker:text-ink-3">
    <li>
      {t.rich("botFather", {
        link: (chunks) => (
          <a
            href="https://t.me/BotFather"
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
    <li>{t.rich("botCommand", { code })}</li>
    <li>{t.rich("botName", { code })}</li>
  </ul>
);
