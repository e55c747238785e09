"use client";

import type { UIMessage } from "ai";
import dynamic from "next/dynamic";
import { Markdown } from "@/components/markdown";
import { Caret } from "@/components/markdown/caret-mark";
import { patiently } from "@/components/ui/patiently";
import { Skeleton } from "@/components/ui/skeleton";
import type { CallTimes } from "@/lib/shared/chat/metadata";
import { isMark, textOf } from "@/lib/shared/chat/parts";
import { type Row, rowsOf } from "@/lib/shared/chat/rows";
import { CompactionLine } from "./compaction-line";
import { SentFiles } from "./files/files-later";
import { AgentBar } from "./message-bar";
import { metadataOf } from "./metadata";
import { NoticeLine } from "./notice-line";
import { QuestionCard } from "./question-card";
import { Reasoning } from "./reasoning";
import { SurfaceCard } from "./surface-card";
import { ToolCard } from "./tool-card";

/** Few conversations ever ask for a permission. */
const ApprovalCard = dynamic(
  patiently(() => import("./approval-card").then((module) => module.ApprovalCard)),
  { loading: () => <Skeleton className="h-40" /> },
);

/** What the agent said, did and asked, in its order. */
export function AgentMessage({ message, isLive }: { message: UIMessage; isLive: boolean }) {
  const rows = rowsOf(message);
  const last = rows.at(-1);
  const metadata = metadataOf(message);
  const isAnswer = !isMark(message);
  return (
    <div className="group/message relative">
      <div className="flex flex-col gap-4">
        {isAnswer && <h2 className="sr-only">Easel answered</h2>}
        {rows.map((row) => (
          <AnswerRow
            key={row.key}
            row={row}
            messageId={message.id}
            calls={metadata.calls ?? {}}
            isLive={isLive}
            isLast={row === last}
          />
        ))}
        {isLive && !isMoving(last) && <Caret />}
      </div>
      {isAnswer && (
        <AgentBar messageId={message.id} metadata={metadata} text={() => textOf(message)} isLive={isLive} />
      )}
    </div>
  );
}

/** Whether the last row shows by itself that more is coming. */
function isMoving(row: Row | undefined): boolean {
  if (row?.kind === "text" || row?.kind === "reasoning") return row.isOpen;
  if (row?.kind === "compaction") return row.compaction.state === "working";
  if (row?.kind === "tools") return row.tools.some(({ state }) => state.startsWith("input"));
  return (row?.kind === "question" || row?.kind === "surface") && row.tool.state === "input-streaming";
}

type AnswerRowProps = {
  row: Row;
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
      return <ApprovalCard tool={row.tool} messageId={messageId} />;
    case "compaction":
      return <CompactionLine compaction={row.compaction} id={`${messageId}/${row.key}`} />;
    case "notice":
      return <NoticeLine notice={row.notice} messageId={messageId} />;
    case "file":
      return <SentFiles files={[row]} />;
  }
}
