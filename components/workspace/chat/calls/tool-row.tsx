"use client";

import { ChevronRight, CircleAlert, CircleSlash, Globe, Wrench } from "lucide-react";
import { duration } from "@/components/ui/kit/duration";
import { Ring } from "@/components/ui/kit/ring";
import { later } from "@/components/ui/later";
import type { Change } from "@/lib/shared/changes";
import { isWebTool } from "@/lib/shared/chat/built-in-tools";
import { triesText } from "@/lib/shared/chat/headline";
import type { CallTimes } from "@/lib/shared/chat/metadata";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { isOwnTool } from "@/lib/shared/chat/tool-sentence";
import type { Call } from "@/lib/shared/chat/tries";
import { t } from "@/lib/shared/i18n/en/chatCalls";
import { t as common } from "@/lib/shared/i18n/en/common";
import { useThread } from "../thread";
import { useLinkedFocus, useOpened } from "../use-opened";
import { CallBody, CallSentence } from "./call-body";
import { Tries } from "./tries";

/** Loaded only for calls that changed something. */
const CallUndo = later(
  () => import("@/components/client/undo/call-undo").then((module) => module.CallUndo),
  () => null,
);

export const HEAD =
  "flex min-h-8 list-none items-center gap-2.5 px-3 hover:bg-fill-hover max-md:min-h-11 [&::-webkit-details-marker]:hidden";

export const isRunning = ({ state }: ToolPart, isLive: boolean): boolean =>
  isLive && !state.startsWith("output") && state !== "approval-requested";

type ToolRowProps = {
  id: string;
  messageId: string;
  tool: Call;
  times: CallTimes | undefined;
  isLive: boolean;
  isOpenAtFirst: boolean;
  /** True if the URL names this call or one of its failed tries. */
  isCalled: boolean;
  /** A change with the same words as the call, whose undo is in this row. */
  change: Change | undefined;
};

export function ToolRow(props: ToolRowProps) {
  const { id, messageId, tool, times, isLive, isOpenAtFirst, isCalled, change } = props;
  const { called } = useThread();
  const { isOpen, details } = useOpened(id, isOpenAtFirst, isCalled);
  const head = useLinkedFocus(isCalled && isOpen && called?.toolCallId === tool.toolCallId);
  const row = (
    <details {...details} className="group/row">
      <summary ref={head} className={HEAD}>
        <ToolIcon tool={tool} isLive={isLive} />
        <span className="min-w-0 flex-1 truncate">
          <CallSentence tool={tool} /> <span className="text-ink-3">{triesText(tool.tries.length)}</span>
        </span>
        {change && <span aria-hidden className="w-26 shrink-0" />}
        {!isLive && waitsForProgram(tool, times) && (
          <span className="shrink-0 text-meta text-ink-3">{t("waitsForProgram")}</span>
        )}
        {times?.durationMs !== undefined && <Took ms={times.durationMs} />}
        <ChevronRight
          aria-hidden
          className="-ml-1 size-4 text-ink-3 opacity-0 transition group-open/row:rotate-90 group-open/row:opacity-100 group-hover/row:opacity-100 group-focus-within/row:opacity-100 pointer-coarse:opacity-100"
        />
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-2 bg-fill-hover py-2 pr-2 pl-9">
          <Tries tries={tool.tries} messageId={messageId} />
          <CallBody tool={tool} messageId={messageId} times={times} />
        </div>
      )}
    </details>
  );
  if (!change) return row;
  return (
    <div className="relative">
      {row}
      {/* Next to the summary: an interactive summary must not contain another button. */}
      <span className="absolute top-0 right-20 flex h-8 items-center max-md:h-11">
        <CallUndo change={change} />
      </span>
    </div>
  );
}

/** A tool that a program runs itself has a call without a result, and shows nothing that the user could answer. */
const waitsForProgram = (tool: ToolPart, times: CallTimes | undefined): boolean =>
  tool.state === "input-available" && isOwnTool(tool) && !times?.shown;

export const Took = ({ ms }: { ms: number }) => (
  <span className="shrink-0 text-meta text-ink-3 tabular-nums">{duration(ms)}</span>
);

function ToolIcon({ tool, isLive }: { tool: ToolPart; isLive: boolean }) {
  if (isRunning(tool, isLive)) return <Ring className="mx-0.5" />;
  if (tool.state === "output-error")
    return <CircleAlert role="img" aria-label={common("failed2")} className="size-4 shrink-0 text-danger" />;
  const isWeb = isWebTool(tool.toolName);
  const Icon = tool.state === "output-denied" ? CircleSlash : isWeb ? Globe : Wrench;
  return <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />;
}
