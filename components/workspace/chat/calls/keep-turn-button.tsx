"use client";

import { Bookmark, NotebookPen, ScrollText } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/proofs";
import { useDesk } from "../desk";

/** Keeps a turn as an example, on which changes of the prompt or of the notes are tried. */
export function KeepTurnButton({ messageId }: { messageId: string }) {
  const { conversationId, isRehearsal } = useDesk();
  if (isRehearsal) return null;
  const keep = async (kind: "system_prompt" | "learned_notes") => {
    try {
      const { keepExample } = await import("@/components/client/proofs/api");
      await keepExample({ kind, name: kind, conversationId, messageId });
      await notify(t("keptExample"));
    } catch (error) {
      await notifyProblem(t("notKept", { error: failureText(error) }));
    }
  };
  const needs = { right: "own" } as const;
  return (
    <ActionsButton
      label={t("keepExample")}
      icon={Bookmark}
      size="icon-sm"
      align="start"
      groups={[
        [
          { label: common("prompt"), icon: ScrollText, needs, onSelect: () => void keep("system_prompt") },
          { label: common("notes"), icon: NotebookPen, needs, onSelect: () => void keep("learned_notes") },
        ],
      ]}
    />
  );
}
