"use client";

import { CHANNELS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { usePagedList } from "@/components/client/paged-list";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Skeleton } from "@/components/ui/skeleton";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import type { WhatsAppMessage } from "@/lib/shared/whatsapp";
import { readMessages } from "./api";

export function Messages() {
  const { list, error, older } = usePagedList({
    key: ["channels", "messages"],
    read: readMessages,
    idOf: ({ id }: WhatsAppMessage) => id,
    outdatedBy: (change) => change === CHANNELS,
  });
  const now = new Date().toISOString();
  return (
    <TitledCard title={t("whatsAppMessages")} about={t("messagesHint")}>
      {error && <p role="alert">{clientText("loadFailed", { error: failureText(error) })}</p>}
      {!list && !error && <Skeleton className="h-20" aria-label={common("loading")} />}
      {list?.items.length === 0 && <p className="text-ink-2">{clientText("none")}</p>}
      <ul aria-label={t("whatsAppMessages")} className="flex flex-col divide-y divide-line empty:hidden">
        {list?.items.map((message) => (
          <li key={message.id} className="flex flex-col gap-0.5 py-2.5 first:pt-0">
            <span className="text-meta text-ink-3">
              {whoOf(message)}, <When at={message.at} now={now} />
              {whyOf(message)}
              {message.conversation_id && (
                <>
                  {" · "}
                  <Link
                    href={`/chat/${message.conversation_id}`}
                    className="rounded-in underline underline-offset-2"
                  >
                    {common("conversation")}
                  </Link>
                </>
              )}
            </span>
            <span className="whitespace-pre-wrap wrap-anywhere">{message.text}</span>
            {message.error && (
              <span className="text-danger">{t("notDelivered", { error: message.error })}</span>
            )}
          </li>
        ))}
      </ul>
      {older && (
        <Button variant="outline" size="sm" aria-disabled={older.isBusy} onClick={() => older.load()}>
          {common("showMore")}
        </Button>
      )}
    </TitledCard>
  );
}

const whoOf = ({ from_me, name, phone }: WhatsAppMessage) =>
  from_me ? t("agentTo", { name: name || phone }) : name ? `${name} (${phone})` : phone;

function whyOf({ from_me, cause, answered }: WhatsAppMessage): string {
  if (!from_me) return answered ? ` · ${t("answeredItself")}` : "";
  return ` · ${cause === "contact" ? t("byRights") : t("byYou")}`;
}
