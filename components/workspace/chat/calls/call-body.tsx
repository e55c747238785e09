"use client";

import Link from "@/components/ui/kit/agent-base";
import { ValueBox } from "@/components/ui/kit/value-box";
import { later } from "@/components/ui/later";
import { isWebTool } from "@/lib/shared/chat/built-in-tools";
import type { CallTimes } from "@/lib/shared/chat/metadata";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { isOwnTool, sentenceOf } from "@/lib/shared/chat/tool-sentence";
import { programJob, programOf } from "@/lib/shared/code/result";
import { t } from "@/lib/shared/i18n/en/chatCalls";
import { t as common } from "@/lib/shared/i18n/en/common";
import { WebCall } from "../web/later";
import { authoredItem } from "./authored-call";
import { RuleLine } from "./rule-line";

/** Loaded only for tools written by the agent or the user. */
const CallLogs = later(() => import("@/components/pages/tools/call-logs").then((module) => module.CallLogs));
const ProgramCall = later<{ tool: ToolPart }>(() =>
  import("./program-call").then((module) => module.ProgramCall),
);
/** Loaded only for calls that write a version. */
const WrittenVersion = later(() =>
  import("@/components/client/versions/written-version").then((module) => module.WrittenVersion),
);

const LINK =
  "w-fit text-meta text-ink-2 underline decoration-line-control underline-offset-4 hover:text-ink hover:decoration-ink max-md:py-3";

type CallBodyProps = { tool: ToolPart; messageId: string; times?: CallTimes };

export function CallBody({ tool, messageId, times }: CallBodyProps) {
  const written = authoredItem(tool.toolName, tool.input, tool.output);
  const job = programJob(tool);
  const isProgram = programOf(tool).length > 0;
  return (
    <>
      {written && tool.state === "output-available" && (
        <WrittenVersion item={written} messageId={messageId} toolCallId={tool.toolCallId} />
      )}
      {tool.edited && (
        <>
          <p className="text-meta text-ink-2">
            {tool.edited.reason ? t("youChangedWhy", { reason: tool.edited.reason }) : t("youChanged")}
          </p>
          <ValueBox label={t("original")} value={tool.edited.from} />
        </>
      )}
      {isProgram ? (
        <ProgramCall tool={tool} />
      ) : isWebTool(tool.toolName) && tool.state === "output-available" ? (
        <WebCall tool={tool} />
      ) : (
        <ValueBox label={common("calledWith")} value={tool.input} />
      )}
      {tool.state === "output-error" && <ValueBox label={common("failed")} value={tool.errorText} />}
      {tool.state === "output-available" && !isProgram && !isWebTool(tool.toolName) && (
        <ValueBox label={common("returned")} value={tool.output} />
      )}
      {job && (
        <Link href={`/chat/${job}`} className={LINK}>
          {t("watchLive")}
        </Link>
      )}
      {isOwnTool(tool) && tool.state.startsWith("output-") && (
        <CallLogs toolName={tool.toolName} messageId={messageId} toolCallId={tool.toolCallId} />
      )}
      {tool.state === "output-denied" && (
        <RuleLine toolName={tool.toolName} by={times?.refusedBy} className="text-meta" />
      )}
    </>
  );
}

export function CallSentence({ tool }: { tool: ToolPart }) {
  const { words, name } = sentenceOf(tool);
  return (
    <>
      {words} {name && <code className="font-mono text-[12px] text-ink-2">{name}</code>}
      {tool.edited && <span className="ml-1.5 text-meta text-ink-3">{t("changedByYou")}</span>}
    </>
  );
}
