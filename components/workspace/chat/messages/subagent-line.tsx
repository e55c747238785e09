"use client";

import { Bot, ChevronRight } from "lucide-react";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { agentHref } from "@/components/ui/kit/agent-base";
import { Clock } from "@/components/ui/kit/clock";
import type { BetweenAgents } from "@/lib/shared/chat/metadata";
import { t } from "@/lib/shared/i18n/en/chatMessages";

type SubagentLineProps = { subagent: BetweenAgents; text: string; at: string | undefined };

export function SubagentLine({
  subagent: { kind, agentId, name, conversationId },
  text,
  at,
}: SubagentLineProps) {
  const { current } = useAgentChoice();
  const isSelf = agentId === current;
  const isTask = kind === "task";
  const asked = isSelf ? t("askedBySelf") : t("askedBy", { name });
  const finished = isSelf ? t("subagentFinished") : t("finished", { name });
  return (
    <div className="flex gap-2.5 text-ui text-ink-2">
      <h2 className="sr-only">{isTask ? t("task") : t("subagentResult")}</h2>
      <Bot aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <details open={isTask} className="group/helper min-w-0 flex-1">
        <summary className="flex cursor-pointer list-none items-start gap-2 rounded-in wrap-anywhere hover:text-ink">
          <span className="min-w-0 flex-1">{isTask ? asked : finished}</span>
          <ChevronRight
            aria-hidden
            className="mt-0.5 size-4 shrink-0 text-ink-3 transition-transform group-open/helper:rotate-90"
          />
        </summary>
        <p className="mt-2 rounded-in bg-fill px-3 py-2 whitespace-pre-wrap wrap-anywhere text-ink">{text}</p>
        <a
          href={agentHref(agentId, `/chat/${conversationId}`)}
          className="mt-1 inline-block text-meta underline"
        >
          {t("openConversation")}
        </a>
      </details>
      {at && <Clock at={at} className="shrink-0 text-meta leading-5 text-ink-3 tabular-nums" />}
    </div>
  );
}
