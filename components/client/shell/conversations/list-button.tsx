"use client";

import { PanelLeft } from "lucide-react";
import { useAskCount } from "@/components/client/asks";
import { IconButton } from "@/components/ui/icon-button";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shellConversations";
import { useShell } from "../shell-context";
import { WaitingCount } from "./waiting-count";

export function ListButton() {
  const { openList } = useShell();
  const { count } = useAskCount();
  return (
    <IconButton
      label={count > 0 ? t("waitingCount", { count }) : common("conversations")}
      onClick={openList}
      className="relative"
    >
      <PanelLeft aria-hidden />
      <WaitingCount isSmall />
    </IconButton>
  );
}
