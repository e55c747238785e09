import type { CallTimes } from "@/lib/shared/chat/metadata";
import { isRecord, type ToolPart } from "@/lib/shared/chat/parts";
import { shotOf } from "@/lib/shared/chat/shot";
import { sentenceOf } from "@/lib/shared/chat/tool-sentence";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/export";
import { formatTag } from "@/lib/shared/i18n/locale";
import { CodeText, pretty } from "./code-text";

export function CallDetails({ tool, times }: { tool: ToolPart; times: CallTimes | undefined }) {
  const { words, name } = sentenceOf(tool);
  const isDone = tool.state === "output-available";
  return (
    <details className="call">
      <summary>
        {words}
        {name && (
          <>
            {" "}
            <code>{name}</code>
          </>
        )}
        {times?.durationMs !== undefined && <span className="quiet"> {duration(times.durationMs)}</span>}
      </summary>
      <Piece label={common("tool")} text={tool.toolName} />
      {tool.edited && <Piece label={t("askedFor")} text={pretty(tool.edited.from)} language="json" />}
      {!isEmpty(tool.input) && (
        <Piece label={common("calledWith")} text={pretty(tool.input)} language="json" />
      )}
      {tool.errorText !== undefined && <Piece label={common("failed")} text={tool.errorText} />}
      {isDone && !shotOf(tool.output) && (
        <Piece label={common("returned")} text={pretty(tool.output)} language="json" />
      )}
    </details>
  );
}

function Piece({ label, text, language = "text" }: { label: string; text: string; language?: string }) {
  return (
    <>
      <p className="quiet">{label}</p>
      <CodeText text={text} language={language} />
    </>
  );
}

const isEmpty = (value: unknown) =>
  value === undefined || (isRecord(value) && Object.keys(value).length === 0);

const duration = (ms: number): string =>
  ms < 1000
    ? `${Math.round(ms)} ms`
    : `${(ms / 1000).toLocaleString(formatTag(), { maximumFractionDigits: 1 })} s`;
