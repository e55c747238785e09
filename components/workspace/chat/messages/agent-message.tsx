"use client";

import type { UIMessage } from "ai";
import { ArrowLeftRight, Wrench } from "lucide-react";
import dynamic from "next/dynamic";
import { Fragment } from "react";
import { Caret } from "@/components/draw/markdown/caret-mark";
import { Markdown } from "@/components/draw/markdown/markdown";
import { formatList } from "@/components/ui/kit/format";
import { later } from "@/components/ui/later";
import { retryLoad } from "@/components/ui/retry-load";
import { Skeleton } from "@/components/ui/skeleton";
import { factsOfPart } from "@/lib/shared/chat/built-in-tools";
import type { CallTimes, FallbackUse, MessageMetadata, RefusedTool } from "@/lib/shared/chat/metadata";
import { isMark } from "@/lib/shared/chat/parts";
import { rowsOf } from "@/lib/shared/chat/rows";
import { type FoldedRow, foldTries } from "@/lib/shared/chat/tries";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { SentFiles } from "../files/files-later";
import { NoticeLine } from "../notice-later";
import { HandLine, Sources } from "../web/later";
import { AgentBar } from "./message-bar";
import { metadataOf } from "./metadata";

/* A new conversation shows no answer, so load the code for answers on demand. */

const ToolCard = dynamic(
  retryLoad(() => import("../calls/tool-card").then((module) => module.ToolCard)),
  { loading: () => <Skeleton className="h-6" /> },
);

const Reasoning = dynamic(
  retryLoad(() => import("./reasoning").then((module) => module.Reasoning)),
  { loading: () => <Skeleton className="h-5" /> },
);

const SurfaceCard = dynamic(
  retryLoad(() => import("../calls/surface-card").then((module) => module.SurfaceCard)),
  { loading: () => <Skeleton className="h-14" /> },
);

const QuestionCard = dynamic(
  retryLoad(() => import("../approval/question-card").then((module) => module.QuestionCard)),
  { loading: () => <Skeleton className="h-24" /> },
);

const FoldedTries = dynamic(
  retryLoad(() => import("../calls/tries").then((module) => module.FoldedTries)),
  { loading: () => <Skeleton className="h-6 w-24" /> },
);

const CompactionLine = dynamic(
  retryLoad(() => import("./compaction-line").then((module) => module.CompactionLine)),
  { loading: () => <Skeleton className="h-5" /> },
);

const Recalled = later<{ message: UIMessage }>(() => import("./recalled").then((module) => module.Recalled));

const ApprovalCard = dynamic(
  retryLoad(() => import("../approval/approval-card").then((module) => module.ApprovalCard)),
  { loading: () => <Skeleton className="h-40" /> },
);

export function AgentMessage({ message, isLive }: { message: UIMessage; isLive: boolean }) {
  const rows = foldTries(rowsOf(message));
  const last = rows.at(-1);
  const metadata = metadataOf(message);
  const isAnswer = !isMark(message);
  return (
    <div className="group/message relative">
      <div className="flex flex-col gap-4">
        {isAnswer && <h2 className="sr-only">{t("easelAnswered")}</h2>}
        {metadata.succession && <SuccessionLine succession={metadata.succession} />}
        {metadata.refusedTools && <RefusedToolsLine tools={metadata.refusedTools} />}
        {rows.map((row) => (
          <Fragment key={row.key}>
            <AnswerRow
              row={row}
              messageId={message.id}
              calls={metadata.calls ?? {}}
              isLive={isLive}
              isLast={row === last}
            />
            {"tool" in row && row.tool.tries.length > 0 && (
              <FoldedTries tries={row.tool.tries} messageId={message.id} />
            )}
          </Fragment>
        ))}
        {isLive && !isMoving(last) && <Caret />}
        {!isLive && <Sources message={message} />}
        {!isLive && mayRemember(message, metadata) && <Recalled message={message} />}
      </div>
      {isAnswer && <AgentBar message={message} metadata={metadata} isLive={isLive} />}
    </div>
  );
}

const mayRemember = ({ parts }: UIMessage, { recalled }: MessageMetadata): boolean =>
  (recalled?.length ?? 0) > 0 || parts.some(({ type }) => factsOfPart(type)?.recalls);

/** Returns whether the last row itself shows progress. If it does, no caret is needed. */
function isMoving(row: FoldedRow | undefined): boolean {
  if (row?.kind === "text" || row?.kind === "reasoning") return row.isOpen;
  if (row?.kind === "compaction") return row.compaction.state === "working";
  if (row?.kind === "tools") return row.tools.some(({ state }) => state.startsWith("input"));
  return (row?.kind === "question" || row?.kind === "surface") && row.tool.state === "input-streaming";
}

type AnswerRowProps = {
  row: FoldedRow;
  messageId: string;
  calls: Record<string, CallTimes>;
  isLive: boolean;
  isLast: boolean;
};

function AnswerRow({ row, messageId, calls, isLive, isLast }: AnswerRowProps) {
  switch (row.kind) {
    case "text":
      return <Markdown text={row.text} caret={isLive && isLast && row.isOpen} />;
    case "reasoning":
      return <Reasoning text={row.text} id={`${messageId}/${row.key}`} isOpen={isLive && row.isOpen} />;
    case "tools":
      return <ToolCard {...{ messageId, calls, isLive, isLast }} tools={row.tools} />;
    case "question":
      return <QuestionCard tool={row.tool} messageId={messageId} />;
    case "surface":
      return <SurfaceCard tool={row.tool} messageId={messageId} />;
    case "approval":
      // The call waits for a subagent, whose own card shows the approval.
      if (calls[row.tool.toolCallId]?.because?.kind === "helper")
        return <ToolCard {...{ messageId, calls, isLive, isLast }} tools={[row.tool]} />;
      return (
        <ApprovalCard tool={row.tool} messageId={messageId} reason={calls[row.tool.toolCallId]?.because} />
      );
    case "compaction":
      return <CompactionLine compaction={row.compaction} id={`${messageId}/${row.key}`} />;
    case "notice":
      return <NoticeLine notice={row.notice} messageId={messageId} />;
    case "file":
      return <SentFiles files={[row]} />;
    case "hand":
      return <HandLine hand={row.hand} at={undefined} />;
  }
}

export function SuccessionLine({ succession: { ofName, byName, why } }: { succession: FallbackUse }) {
  return (
    <p className="flex gap-2.5 text-ui text-ink-2">
      <ArrowLeftRight aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <span className="min-w-0 wrap-anywhere">{t("fallback", { failed: ofName, why, model: byName })}</span>
    </p>
  );
}

export function RefusedToolsLine({ tools }: { tools: readonly RefusedTool[] }) {
  const servers = formatList([...new Set(tools.flatMap(({ server }) => server ?? []))]);
  const more = tools.length - MAX_NAMED;
  const names = formatList([
    ...tools.slice(0, MAX_NAMED).map(({ name }) => name),
    ...(more > 0 ? [t("moreTools", { count: more })] : []),
  ]);
  return (
    <p className="flex gap-2.5 text-ui text-ink-2">
      <Wrench aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <span className="min-w-0 wrap-anywhere">
        {servers ? t("refusedToolsOf", { names, servers }) : t("refusedTools", { names })}
      </span>
    </p>
  );
}

const MAX_NAMED = 5;
