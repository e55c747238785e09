"use client";

import type { UIMessage } from "ai";
import { FileText } from "lucide-react";
import { memo } from "react";
import { Markdown } from "@/components/markdown";
import { CopyButton } from "@/components/ui/copy-button";
import { textOf, timeOf } from "@/lib/shared/chat/parts";
import { type Row, rowsOf } from "@/lib/shared/chat/rows";
import { ApprovalCard } from "./approval-card";
import { Clock } from "./clock";
import { NoticeLine } from "./notice-line";
import { QuestionCard } from "./question-card";
import { Reasoning } from "./reasoning";
import { SurfaceCard } from "./surface-card";
import { ToolCard } from "./tool-card";

type MessageRowProps = {
  message: UIMessage;
  /** It is being written now. */
  isLive: boolean;
};

/** One message. Drawn again only when it changed, so a long conversation costs nothing while its last answer grows. */
export const MessageRow = memo(function MessageRow({ message, isLive }: MessageRowProps) {
  return message.role === "user" ? (
    <PersonMessage message={message} />
  ) : (
    <AgentMessage message={message} isLive={isLive} />
  );
});

function PersonMessage({ message }: { message: UIMessage }) {
  const at = timeOf(message);
  const files = rowsOf(message).filter((row) => row.kind === "file");
  return (
    <article className="group/message relative">
      <h2 className="sr-only">You said</h2>
      <div className="flex flex-col gap-2 rounded-sheet bg-fill px-3.5 py-2.5 text-prose wrap-anywhere">
        <p className="whitespace-pre-wrap">{textOf(message)}</p>
        {files.map((file) => (
          <FileChip key={file.key} name={file.name} />
        ))}
      </div>
      {at && (
        <Clock
          at={at}
          className="absolute -bottom-4 right-0 text-meta text-ink-3 opacity-0 transition-opacity group-hover/message:opacity-100"
        />
      )}
    </article>
  );
}

function AgentMessage({ message, isLive }: MessageRowProps) {
  const rows = rowsOf(message);
  const last = rows.at(-1);
  const text = textOf(message);
  const at = timeOf(message);
  return (
    <article className="group/message relative flex flex-col gap-4">
      <h2 className="sr-only">Easel answered</h2>
      {rows.map((row) => (
        <AnswerRow key={row.key} row={row} messageId={message.id} isLive={isLive} isLast={row === last} />
      ))}
      {isLive && !isMoving(last) && <span className="caret" />}
      {!isLive && text.trim() && (
        <div className="-ml-1.5 flex h-6 items-center gap-1.5 text-meta text-ink-3 pointer-fine:absolute pointer-fine:-bottom-5 pointer-fine:opacity-0 pointer-fine:transition-opacity pointer-fine:focus-within:opacity-100 pointer-fine:group-hover/message:opacity-100">
          <CopyButton text={() => text} label="Copy the answer" />
          {at && <Clock at={at} />}
        </div>
      )}
    </article>
  );
}

/** Whether the last row shows by itself that more is coming. */
function isMoving(row: Row | undefined): boolean {
  if (row?.kind === "text" || row?.kind === "reasoning") return row.isOpen;
  if (row?.kind === "tools") return row.tools.some(({ state }) => state.startsWith("input"));
  return (row?.kind === "question" || row?.kind === "surface") && row.tool.state === "input-streaming";
}

type AnswerRowProps = { row: Row; messageId: string; isLive: boolean; isLast: boolean };

function AnswerRow({ row, messageId, isLive, isLast }: AnswerRowProps) {
  switch (row.kind) {
    case "text":
      return <Markdown text={row.text} caret={isLive && isLast && row.isOpen} />;
    case "reasoning":
      return <Reasoning text={row.text} isOpen={isLive && row.isOpen} />;
    case "tools":
      return <ToolCard tools={row.tools} isLive={isLive} />;
    case "question":
      return <QuestionCard tool={row.tool} messageId={messageId} />;
    case "surface":
      return <SurfaceCard tool={row.tool} messageId={messageId} />;
    case "approval":
      return <ApprovalCard tool={row.tool} messageId={messageId} />;
    case "notice":
      return <NoticeLine notice={row.notice} />;
    case "file":
      return <FileChip name={row.name} />;
  }
}

function FileChip({ name }: { name: string }) {
  return (
    <span className="flex h-6 w-fit max-w-full items-center gap-1.5 rounded-in border border-line bg-sheet px-2 text-meta">
      <FileText aria-hidden className="size-3.5 text-ink-2" />
      <span className="truncate">{name}</span>
    </span>
  );
}
