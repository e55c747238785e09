"use client";

import { CodeEditor } from "@/components/draw/editor/code-editor";
import { SourceTrouble } from "@/components/draw/editor/source-trouble";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { t as tools } from "@/lib/shared/i18n/en/tools";
import { t } from "@/lib/shared/i18n/en/toolsOwn";
import { elsewhere } from "../tabs";
import { ToolSourceBar } from "./source-bar";
import type { Source } from "./use-source";

export function CodeTab({ source, tool }: { source: Source; tool: AgentTool }) {
  const { fields, codeError, isRefused, change, save } = source;
  const place =
    codeError &&
    t("atColumn", {
      line: codeError.line,
      column: codeError.column,
      message: codeError.message,
    });
  const message = place
    ? isRefused
      ? tools("notSaved", { problem: place })
      : place
    : elsewhere("code", source);
  return (
    <>
      <ToolSourceBar source={source} tool={tool} copied={() => fields.code} />
      <CodeEditor
        label={t("codeOf", { name: tool.name })}
        language="js"
        value={fields.code}
        error={codeError}
        onChange={(code) => change({ code })}
        onSave={() => void save()}
      />
      <SourceTrouble text={message} />
    </>
  );
}
