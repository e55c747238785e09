"use client";

import { useState } from "react";
import Link from "@/components/ui/kit/agent-base";
import { May } from "@/components/ui/kit/rights";
import { t } from "@/lib/shared/i18n/en/shellConversations";
import type { ConversationOrigin } from "@/lib/shared/jobs/kinds";
import { OriginFilter, OriginList } from "../origins/origin-later";
import { useList } from "../shell-context";
import { ConversationGroups } from "./conversation-groups";

export function ConversationList({ onGo }: { onGo: (() => void) | undefined }) {
  const { conversations, older } = useList();
  const [origin, setOrigin] = useState<ConversationOrigin>();
  const hasOthers = conversations.some(({ origin = "chat" }) => origin !== "chat");
  return (
    <>
      {(hasOthers || origin) && (
        <OriginFilter conversations={conversations} origin={origin} onOrigin={setOrigin} />
      )}
      {origin ? (
        <OriginList key={origin} origin={origin} onGo={onGo} />
      ) : (
        <ConversationGroups
          conversations={conversations}
          none={<Nothing onGo={onGo} />}
          older={older}
          onGo={onGo}
        />
      )}
    </>
  );
}

function Nothing({ onGo }: { onGo: (() => void) | undefined }) {
  return (
    <>
      <p>{t("none")}</p>
      <May open="/settings/import">
        <Link
          href="/settings/import"
          onClick={onGo}
          className="underline decoration-line-control underline-offset-4 transition-colors hover:text-ink hover:decoration-ink"
        >
          {t("importHistory")}
        </Link>
      </May>
    </>
  );
}
