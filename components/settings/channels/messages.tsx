"use client";

import { When } from "@/components/client/versions/when";
import Link from "@/components/ui/kit/agent-base";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import type { WhatsAppMessage } from "@/lib/shared/whatsapp";
import { readMessages } from "./api";
import { PagedCard } from "./paged-card";

export const Messages = () => (
  <PagedCard
    title={t("whatsAppMessages")}
    about={t("messagesHint")}
    name={["messages"]}
    read={readMessages}
    row={(message, now) => <Row key={message.id} message={message} now={now} />}
  />
);

function Row({ message, now }: { message: WhatsAppMessage; now: string }) {
  return (
    <li className="flex flex-col gap-0.5 py-2.5 first:pt-0">
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
      {message.error && <span className="text-danger">{t("notDelivered", { error: message.error })}</span>}
    </li>
  );
}

const whoOf = ({ from_me, name, phone }: WhatsAppMessage) =>
  from_me ? t("agentTo", { name: name || phone }) : name ? `${name} (${phone})` : phone;

function whyOf({ from_me, cause, answered }: WhatsAppMessage): string {
  if (!from_me) return answered ? ` · ${t("answeredItself")}` : "";
  return ` · ${cause === "contact" ? t("byRights") : t("byYou")}`;
}
