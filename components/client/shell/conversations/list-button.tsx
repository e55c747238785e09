"use client";

import { PanelLeft } from "lucide-react";
import { useAskCount } from "@/components/client/asks";
import { IconButton } from "@/components/ui/icon-button";
import { useShell } from "../shell-context";
import { WaitingCount } from "./waiting-count";

export function ListButton() {
  const { openList } = useShell();
  const { count } = useAskCount();
  return (
    <IconButton
      label={count > 0 ? `Conversations, ${count} waiting for you` : "Conversations"}
      onClick={openList}
      className="relative"
    >
      <PanelLeft aria-hidden />
      <WaitingCount isSmall />
    </IconButton>
  );
}
