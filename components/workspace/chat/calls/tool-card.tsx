"use client";

import { Check, ChevronRight, CircleAlert, CircleSlash } from "lucide-react";
import { useCallChanges } from "@/components/client/undo/use-call-changes";
import { ImageFrame } from "@/components/ui/kit/images/image-frame";
import { Ring } from "@/components/ui/kit/ring";
import { later } from "@/components/ui/later";
import type { Change } from "@/lib/shared/changes";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { headlineOf } from "@/lib/shared/chat/headline";
import type { CallTimes } from "@/lib/shared/chat/metadata";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { sentenceOf } from "@/lib/shared/chat/tool-sentence";
import type { Call } from "@/lib/shared/chat/tries";
import { programFiles } from "@/lib/shared/code/result";
import { DRAWN } from "@/lib/shared/file-address";
import { t as common } from "@/lib/shared/i18n/en/common";
import { useDesk } from "../desk";
import { SentFiles } from "../files/files-later";
import { useThread } from "../thread";
import { useOpened } from "../use-opened";
import { Shots } from "../web/later";
import { CallSentence } from "./call-body";
import { HEAD, isRunning, Took, ToolRow } from "./tool-row";

const resultKindOf = (toolName: string) => factsOfTool(toolName)?.gives;

/** Loaded on demand because few conversations have images. The placeholder prevents a layout shift. */
const ImageCalls = later<{ tools: readonly ToolPart[]; isLive: boolean }>(
  () => import("@/components/pages/files/image-calls").then((module) => module.ImageCalls),
  ({ tools }) =>
    tools
      .filter(({ toolName, state }) => resultKindOf(toolName) === "picture" && state !== "output-error")
      .map(({ toolCallId }) => <ImageFrame key={toolCallId} />),
);

const ComponentCalls = later<{ tools: readonly ToolPart[]; messageId: string }>(() =>
  import("./component-calls").then((module) => module.ComponentCalls),
);

const ChangeList = later<{ changes: readonly Change[] }>(() =>
  import("@/components/client/undo/change-list").then((module) => module.ChangeList),
);

const MailCalls = later<{ tools: readonly ToolPart[] }>(() =>
  import("./mail-calls").then((module) => module.MailCalls),
);

const SubagentCards = later<{ tools: readonly ToolPart[]; messageId: string }>(() =>
  import("../messages/subagent-card").then((module) => module.SubagentCards),
);

type ToolCardProps = {
  tools: Call[];
  calls: Record<string, CallTimes>;
  messageId: string;
  isLive: boolean;
  isLast: boolean;
};

const BOX = "divide-y divide-line overflow-hidden rounded-sheet border border-line text-ui";

export function ToolCard({ tools, calls, messageId, isLive, isLast }: ToolCardProps) {
  const last = tools.at(-1);
  const isStuck = isLast && !isLive && last?.state === "output-error";
  const { called } = useThread();
  const wanted =
    called?.messageId === messageId
      ? tools.find((tool) => [tool, ...tool.tries].some(({ toolCallId }) => toolCallId === called.toolCallId))
      : undefined;
  const id = `${messageId}/calls/${tools[0]?.toolCallId}`;
  const { isOpen, details } = useOpened(id, isStuck, wanted !== undefined);
  const changes = useCallChanges(useDesk().conversationId, messageId, tools);
  const sole = tools.length === 1 && changes.length === 1 ? changes[0] : undefined;
  const inRow = sole && tools[0] && sole.words === sentenceText(tools[0]) ? sole : undefined;
  const list = changes.length > 0 && !inRow && <ChangeList changes={changes} />;
  const rows = tools.map((tool, index) => (
    <ToolRow
      // biome-ignore lint/suspicious/noArrayIndexKey: a provider may give two calls of a message the same id
      key={`${index} ${tool.toolCallId}`}
      id={`${messageId}/${index}/${tool.toolCallId}`}
      messageId={messageId}
      tool={tool}
      times={calls[tool.toolCallId]}
      isLive={isLive}
      isOpenAtFirst={isStuck && tool === last && tools.length === 1}
      isCalled={tool === wanted}
      change={inRow}
    />
  ));
  const made = tools.flatMap((tool) =>
    programFiles(tool).map((file) => ({ ...file, key: `${tool.toolCallId} ${file.url}` })),
  );
  const images = (
    <>
      {tools.some(({ toolName }) => resultKindOf(toolName) === "picture") && (
        <ImageCalls tools={tools} isLive={isLive} />
      )}
      {tools.some(({ toolName }) => resultKindOf(toolName) === "screenshot") && (
        <Shots tools={tools} isLive={isLive} />
      )}
      {tools.some(({ toolName }) => resultKindOf(toolName) === "helper") && (
        <SubagentCards tools={tools} messageId={messageId} />
      )}
      {tools.some(({ toolName }) => resultKindOf(toolName) === "mail") && <MailCalls tools={tools} />}
      {isLive && tools.some(({ toolName }) => factsOfTool(toolName)?.writes === "component") && (
        <ComponentCalls tools={tools} messageId={messageId} />
      )}
      {made.length > 0 && <SentFiles files={made} drawn={DRAWN} />}
    </>
  );
  if (tools.length === 1)
    return (
      <>
        <div className={BOX}>
          {rows}
          {list}
        </div>
        {images}
      </>
    );
  return (
    <>
      <div className={BOX}>
        <details {...details} className="group/card">
          <summary className={HEAD}>
            <CardSummary tools={tools} calls={calls} isLive={isLive} isStuck={isStuck} />
            <ChevronRight
              aria-hidden
              className="size-4 text-ink-3 transition-transform group-open/card:rotate-90"
            />
          </summary>
          {isOpen && <div className="divide-y divide-line border-line border-t">{rows}</div>}
        </details>
        {list}
      </div>
      {images}
    </>
  );
}

function sentenceText(tool: ToolPart): string {
  const { words, name } = sentenceOf(tool);
  return name ? `${words} ${name}` : words;
}

type CardSummaryProps = Pick<ToolCardProps, "tools" | "calls" | "isLive"> & { isStuck: boolean };

const OUTCOMES = {
  done: { Icon: Check, tone: "text-ink-2", label: undefined },
  failed: {
    Icon: CircleAlert,
    tone: "text-danger",
    get label() {
      return common("failed2");
    },
  },
  denied: { Icon: CircleSlash, tone: "text-ink-2", label: undefined },
};

function CardSummary({ tools, calls, isLive, isStuck }: CardSummaryProps) {
  const busy = tools.find((tool) => isRunning(tool, isLive));
  const [first, ...others] = tools;
  if (!first) return null;
  const { lead, outcome, rest } = headlineOf([first, ...others]);
  const took = tools.reduce((sum, { toolCallId }) => sum + (calls[toolCallId]?.durationMs ?? 0), 0);
  const { Icon, tone, label } = OUTCOMES[isStuck ? "failed" : outcome];
  return (
    <>
      {busy ? (
        <Ring className="mx-0.5" />
      ) : (
        <Icon
          {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
          className={`size-4 shrink-0 ${tone}`}
        />
      )}
      {/* The name truncates, so that the number of calls stays visible. */}
      <span className="flex min-w-0 flex-1 gap-1 text-ink-2">
        <span className="truncate">
          <CallSentence tool={busy ?? lead} />
        </span>{" "}
        {!busy && rest && <span className="shrink-0">{rest}</span>}
      </span>
      {took > 0 && !busy && <Took ms={took} />}
    </>
  );
}
