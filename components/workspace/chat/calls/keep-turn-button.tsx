"use client";

import type { UIMessage } from "ai";
import { Bookmark, BookOpenCheck, NotebookPen, ScrollText } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { asTool, field } from "@/lib/shared/chat/parts";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/proofs";
import type { Tried } from "@/lib/shared/proofs/contract";
import { useDesk } from "../desk";

/** Keeps a turn as an example, on which changes of the prompt, of the notes or of a skill that it used are tried. */
export function KeepTurnButton({ message: { id, parts } }: { message: UIMessage }) {
  const { conversationId, isRehearsal } = useDesk();
  if (isRehearsal) return null;
  const keep = async (kind: Tried, name: string) => {
    try {
      const { keepExample } = await import("@/components/client/proofs/api");
      await keepExample({ kind, name, conversationId, messageId: id });
      await notify(t("keptExample"));
    } catch (error) {
      await notifyProblem(t("notKept", { error: failureText(error) }));
    }
  };
  const action = (kind: Tried, name: string = kind) => ({
    needs: { right: "own" } as const,
    onSelect: () => void keep(kind, name),
  });
  const skills = skillsIn(parts).map((name) => ({
    ...{ label: t("changeOf", { kind: "skill", name }), icon: BookOpenCheck },
    ...action("skill", name),
  }));
  return (
    <ActionsButton
      label={t("keepExample")}
      icon={Bookmark}
      size="icon-sm"
      align="start"
      groups={[
        [
          { label: common("prompt"), icon: ScrollText, ...action("system_prompt") },
          { label: common("notes"), icon: NotebookPen, ...action("learned_notes") },
        ],
        skills,
      ]}
    />
  );
}

/** Returns the names of the skills that the calls of an answer used. */
function skillsIn(parts: UIMessage["parts"]): string[] {
  const names = parts.flatMap((part) => {
    const call = asTool(part);
    if (call?.state !== "output-available") return [];
    const { reads, subject } = factsOfTool(call.toolName) ?? {};
    return (reads === "skill" && subject !== undefined && field(call.input, subject)) || [];
  });
  return [...new Set(names)];
}
