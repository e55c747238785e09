"use client";

import { Check, ChevronRight, CircleAlert, CircleSlash, Globe, Wrench } from "lucide-react";
import { useEffect, useRef } from "react";
import { PictureFrame } from "@/components/media/picture-frame";
import { later } from "@/components/ui/later";
import type { CallTimes } from "@/lib/shared/chat/metadata";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { isOwnTool, sentenceOf } from "@/lib/shared/chat/tool-sentence";
import { isWebTool } from "@/lib/shared/chat/web-tools";
import { PICTURE_TOOLS } from "@/lib/shared/images/tools";
import { duration } from "./duration";
import { Ring } from "./ring";
import { useThread } from "./thread";
import { useOpened } from "./use-opened";
import { ValueBox } from "./value-box";
import { Shots, WebCall } from "./web/later";

/** Few conversations have pictures; their place is kept from the beginning. */
const PictureCalls = later<{ tools: readonly ToolPart[]; isLive: boolean }>(
  () => import("@/components/media/picture-calls").then((module) => module.PictureCalls),
  ({ tools }) =>
    tools
      .filter(({ toolName, state }) => PICTURE_TOOLS.has(toolName) && state !== "output-error")
      .map(({ toolCallId }) => <PictureFrame key={toolCallId} />),
);
/** Only of tools that the agent or the person has written. */
const CallLogs = later(() => import("@/components/tools/call-logs").then((module) => module.CallLogs));

type Calls = Record<string, CallTimes>;
type ToolCardProps = {
  tools: ToolPart[];
  calls: Calls;
  messageId: string;
  isLive: boolean;
  /** Nothing came after it: what failed here was not recovered. */
  isLast: boolean;
};

const isRunning = ({ state }: ToolPart, isLive: boolean): boolean =>
  isLive && !state.startsWith("output") && state !== "approval-requested";

const BOX = "divide-y divide-line overflow-hidden rounded-sheet border border-line text-ui";
const HEAD =
  "flex min-h-8 list-none items-center gap-2.5 px-3 hover:bg-fill-hover max-md:min-h-11 [&::-webkit-details-marker]:hidden";

/** Calls in a row, in words: folded when there are many, each opens to what went in and came out. */
export function ToolCard({ tools, calls, messageId, isLive, isLast }: ToolCardProps) {
  const last = tools.at(-1);
  const isStuck = isLast && !isLive && last?.state === "output-error";
  const { called } = useThread();
  const wanted =
    called?.messageId === messageId ? tools.find((tool) => tool.toolCallId === called.toolCallId) : undefined;
  const id = `${messageId}/calls/${tools[0]?.toolCallId}`;
  const { isOpen, details } = useOpened(id, isStuck, wanted !== undefined);
  const rows = tools.map((tool, index) => (
    <ToolRow
      // biome-ignore lint/suspicious/noArrayIndexKey: a provider may give two calls of a message one id
      key={`${index} ${tool.toolCallId}`}
      id={`${messageId}/${index}/${tool.toolCallId}`}
      messageId={messageId}
      tool={tool}
      times={calls[tool.toolCallId]}
      isLive={isLive}
      isOpenAtFirst={isStuck && tool === last && tools.length === 1}
      isCalled={tool === wanted}
    />
  ));
  const pictures = (
    <>
      {tools.some(({ toolName }) => PICTURE_TOOLS.has(toolName)) && (
        <PictureCalls tools={tools} isLive={isLive} />
      )}
      {tools.some(({ toolName }) => toolName === "browser_screenshot") && (
        <Shots tools={tools} isLive={isLive} />
      )}
    </>
  );
  if (tools.length === 1)
    return (
      <>
        <div className={BOX}>{rows}</div>
        {pictures}
      </>
    );
  return (
    <>
      <details {...details} className={`group/card ${BOX}`}>
        <summary className={HEAD}>
          <CardSummary tools={tools} calls={calls} isLive={isLive} isStuck={isStuck} />
          <ChevronRight
            aria-hidden
            className="size-4 text-ink-3 transition-transform group-open/card:rotate-90"
          />
        </summary>
        {isOpen && <div className="divide-y divide-line">{rows}</div>}
      </details>
      {pictures}
    </>
  );
}

type CardSummaryProps = Pick<ToolCardProps, "tools" | "calls" | "isLive"> & { isStuck: boolean };

function CardSummary({ tools, calls, isLive, isStuck }: CardSummaryProps) {
  const busy = tools.find((tool) => isRunning(tool, isLive));
  const lead = busy ?? tools[0];
  const took = tools.reduce((sum, { toolCallId }) => sum + (calls[toolCallId]?.durationMs ?? 0), 0);
  const Icon = isStuck ? CircleAlert : Check;
  return (
    <>
      {busy ? (
        <Ring className="mx-0.5" />
      ) : (
        <Icon aria-hidden className={`size-4 shrink-0 ${isStuck ? "text-danger" : "text-ink-2"}`} />
      )}
      <span className="min-w-0 flex-1 truncate text-ink-2">
        {lead && <Words tool={lead} />} {busy ? "" : `and ${tools.length - 1} more`}
      </span>
      {took > 0 && !busy && <Took ms={took} />}
    </>
  );
}

type ToolRowProps = {
  id: string;
  messageId: string;
  tool: ToolPart;
  times: CallTimes | undefined;
  isLive: boolean;
  isOpenAtFirst: boolean;
  /** The address leads to it. */
  isCalled: boolean;
};

function ToolRow({ id, messageId, tool, times, isLive, isOpenAtFirst, isCalled }: ToolRowProps) {
  const { arrived } = useThread();
  const { isOpen, details } = useOpened(id, isOpenAtFirst, isCalled);
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isCalled || !isOpen || !head.current) return;
    head.current.focus({ preventScroll: true });
    arrived(head.current);
  }, [isCalled, isOpen, arrived]);
  return (
    <details {...details} className="group/row">
      <summary ref={head} className={HEAD}>
        <ToolIcon tool={tool} isLive={isLive} />
        <span className="min-w-0 flex-1 truncate">
          <Words tool={tool} />
        </span>
        {times?.durationMs !== undefined && <Took ms={times.durationMs} />}
        <ChevronRight
          aria-hidden
          className="-ml-1 size-4 text-ink-3 opacity-0 transition group-open/row:rotate-90 group-open/row:opacity-100 group-hover/row:opacity-100 group-focus-within/row:opacity-100 pointer-coarse:opacity-100"
        />
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-2 bg-fill-hover py-2 pr-2 pl-9">
          {tool.edited && (
            <>
              <p className="text-meta text-ink-2">
                You changed this call before you allowed it{tool.edited.reason && `: “${tool.edited.reason}”`}
              </p>
              <ValueBox label="It had asked for" value={tool.edited.from} />
            </>
          )}
          {isWebTool(tool.toolName) && tool.state === "output-available" ? (
            <WebCall tool={tool} />
          ) : (
            <ValueBox label="Called with" value={tool.input} />
          )}
          {tool.state === "output-error" && <ValueBox label="Failed" value={tool.errorText} />}
          {tool.state === "output-available" && !isWebTool(tool.toolName) && (
            <ValueBox label="Gave" value={tool.output} />
          )}
          {isOwnTool(tool) && tool.state.startsWith("output-") && (
            <CallLogs toolName={tool.toolName} messageId={messageId} toolCallId={tool.toolCallId} />
          )}
          {tool.state === "output-denied" && (
            <p className="text-meta text-ink-2">You did not allow it, so it was not called.</p>
          )}
        </div>
      )}
    </details>
  );
}

const Took = ({ ms }: { ms: number }) => (
  <span className="shrink-0 text-meta text-ink-3 tabular-nums">{duration(ms)}</span>
);

function ToolIcon({ tool, isLive }: { tool: ToolPart; isLive: boolean }) {
  if (isRunning(tool, isLive)) return <Ring className="mx-0.5" />;
  if (tool.state === "output-error")
    return <CircleAlert role="img" aria-label="Failed:" className="size-4 shrink-0 text-danger" />;
  const isWeb = isWebTool(tool.toolName);
  const Icon = tool.state === "output-denied" ? CircleSlash : isWeb ? Globe : Wrench;
  return <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />;
}

function Words({ tool }: { tool: ToolPart }) {
  const { words, name } = sentenceOf(tool);
  return (
    <>
      {words}
      {name && <code className="ml-1 font-mono text-[12px] text-ink-2">{name}</code>}
      {tool.edited && <span className="ml-1.5 text-meta text-ink-3">changed by you</span>}
    </>
  );
}
