import type { CallTimes } from "@/lib/shared/chat/metadata";
import { isRecord, type ToolPart } from "@/lib/shared/chat/parts";
import { shotOf } from "@/lib/shared/chat/shot";
import { sentenceOf } from "@/lib/shared/chat/tool-sentence";
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
      <Piece label="Tool" text={tool.toolName} />
      {tool.edited && (
        <Piece label="You changed it. It had asked for" text={pretty(tool.edited.from)} language="json" />
      )}
      {!isEmpty(tool.input) && <Piece label="Called with" text={pretty(tool.input)} language="json" />}
      {tool.errorText !== undefined && <Piece label="Failed" text={tool.errorText} />}
      {isDone && !shotOf(tool.output) && (
        <Piece label="Returned" text={pretty(tool.output)} language="json" />
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
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} s`;
