import { Ring } from "@/components/ui/kit/ring";
import type { Summary } from "@/lib/shared/chat/contract";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shellConversations";

export function ConversationMark({ item }: { item: Summary }) {
  if (item.openAsks > 0) {
    return (
      <span title={common("waitingForYou2")} className="flex size-4 items-center justify-center">
        <span className="size-1.5 rounded-full bg-accent" />
        <span className="sr-only">{t("waiting")}</span>
      </span>
    );
  }
  return item.run?.status === "running" ? <Ring label={t("working")} /> : null;
}
