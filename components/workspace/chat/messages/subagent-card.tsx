"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, CircleAlert, CircleSlash, Hand, Square } from "lucide-react";
import { isSubagentsOf } from "@/components/client/events";
import { request } from "@/components/client/request";
import { IconButton } from "@/components/ui/icon-button";
import { agentHref } from "@/components/ui/kit/agent-base";
import { AgentMark } from "@/components/ui/kit/agent-mark";
import { Ring } from "@/components/ui/kit/ring";
import { isQuestion } from "@/lib/shared/chat/built-in-tools";
import type { Ask } from "@/lib/shared/chat/contract";
import { asTool, field, isRecord, type ToolPart } from "@/lib/shared/chat/parts";
import { type Subagent, subagentsView } from "@/lib/shared/chat/subagents";
import { sentenceOf } from "@/lib/shared/chat/tool-sentence";
import { lineOf } from "@/lib/shared/chat/web-address";
import { t as chat } from "@/lib/shared/i18n/en/chat";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { t as common } from "@/lib/shared/i18n/en/common";
import { ApprovalCard } from "../approval/approval-card";
import { QuestionCard } from "../approval/question-card";
import { stopRun } from "../client/api";
import { useDesk } from "../desk";
import { price } from "./describe-usage";

export function SubagentCards({ tools, messageId }: { tools: readonly ToolPart[]; messageId: string }) {
  const { conversationId } = useDesk();
  const { data } = useQuery({
    queryKey: ["helpers", conversationId],
    queryFn: async ({ signal }) => {
      const path = `/api/conversations/${encodeURIComponent(conversationId)}/helpers`;
      return subagentsView.parse(await (await request(path, { signal })).json()).helpers;
    },
    enabled: conversationId !== "",
    meta: { outdatedBy: (change) => isSubagentsOf(change, conversationId) },
  });
  const subagents = tools.flatMap(
    ({ toolCallId }) =>
      data?.find((one) => one.messageId === messageId && one.toolCallId === toolCallId) ?? [],
  );
  return subagents.map((subagent) => <SubagentCard key={subagent.conversationId} subagent={subagent} />);
}

function SubagentCard({ subagent }: { subagent: Subagent }) {
  const { agent, isSelf, title, status, tokens, cost, conversationId } = subagent;
  const desk = useDesk();
  const stopping = useMutation({ mutationFn: () => stopRun(conversationId, agent.id) });
  const isOpen = status === "running" || status === "waiting";
  const asks = desk.asks.filter((ask) => subagent.conversations.includes(ask.conversationId ?? ""));
  const name = isSelf ? t("helper") : agent.name;
  const spent = cost ? price(cost) : tokens > 0 ? t("tokens", { count: tokens }) : "";
  return (
    <section
      aria-label={`${name}: ${title}`}
      className="flex flex-col gap-3 rounded-sheet border border-line px-3 py-2.5 text-ui"
    >
      <div className="flex items-start gap-2.5">
        <AgentMark agent={agent} />
        <div className="flex min-w-0 flex-1 flex-col">
          <p className="flex min-w-0 gap-1.5">
            <span className="shrink-0 font-medium">{name}</span>
            <a
              href={agentHref(agent.id, `/chat/${conversationId}`)}
              className="min-w-0 truncate text-ink-2 underline-offset-4 hover:text-ink hover:underline"
            >
              {title}
            </a>
          </p>
          <p className="flex min-w-0 items-center gap-2 text-ink-2">
            <StatusIcon status={status} />
            <span className="min-w-0 flex-1 truncate">{describeStatus(subagent)}</span>
            {spent && <span className="shrink-0 text-meta text-ink-3 tabular-nums">{spent}</span>}
          </p>
        </div>
        {isOpen && (
          <IconButton
            label={t("stopSubagent", { name })}
            size="icon-sm"
            disabled={stopping.isPending}
            onClick={() => stopping.mutate()}
          >
            <Square aria-hidden />
          </IconButton>
        )}
      </div>
      {asks.map((ask) => (
        <SubagentAsk key={`${ask.messageId} ${ask.toolCallId}`} ask={ask} />
      ))}
    </section>
  );
}

function SubagentAsk({ ask }: { ask: Ask }) {
  const { messageId } = ask;
  if (ask.kind === "approval")
    return <ApprovalCard tool={partOf(ask)} messageId={messageId} reason={ask.because ?? undefined} />;
  if (isQuestion(ask)) return <QuestionCard tool={partOf(ask)} messageId={messageId} />;
  return (
    <p className="text-accent">
      <a
        href={agentHref(ask.from?.agent ?? "", `/chat/${ask.conversationId}`)}
        className="underline underline-offset-4"
      >
        {t("waitsOnCanvas")}
      </a>
    </p>
  );
}

const partOf = ({ toolCallId, toolName, kind, input }: Ask): ToolPart => ({
  ...{ toolCallId, toolName, input },
  state: kind === "approval" ? "approval-requested" : "input-available",
  ...{ output: undefined, errorText: undefined, isApproved: undefined, edited: undefined },
});

const ICON = "size-4 shrink-0";

function StatusIcon({ status }: Pick<Subagent, "status">) {
  if (status === "running") return <Ring className="mx-0.5" />;
  if (status === "waiting") return <Hand aria-hidden className={`${ICON} text-accent`} />;
  if (status === "failed")
    return <CircleAlert role="img" aria-label={common("failed2")} className={`${ICON} text-danger`} />;
  const Icon = status === "completed" ? Check : CircleSlash;
  return <Icon aria-hidden className={ICON} />;
}

function describeStatus({ status, error, doing }: Subagent): string {
  if (status === "waiting") return t("waits");
  if (status === "failed") return error ?? common("failed");
  if (status === "stopped") return t("stopped");
  if (status === null) return t("conversationDeleted");
  if (isRecord(doing) && doing.type === "text") return lineOf(field(doing, "text"), 120) || chat("writing");
  const tool = isRecord(doing) ? asTool({ output: undefined, ...doing } as never) : undefined;
  if (status === "completed") return common("done");
  if (!tool) return t("thinking");
  const { words, name } = sentenceOf(tool);
  return name ? `${words} ${name}` : words;
}
