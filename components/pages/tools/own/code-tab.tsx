"use client";

import { CodeEditor } from "@/components/draw/editor/code-editor";
import { SourceTrouble } from "@/components/draw/editor/source-trouble";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { elsewhere } from "../tabs";
import { ToolSourceBar } from "./source-bar";
import type { Source } from "./use-source";

export function CodeTab({ source, tool }: { source: Source; tool: AgentTool }) {
  const { fields, codeError, isRefused, change, save } = source;
  const place = codeError && `Line ${codeError.line}, column ${codeError.column}: ${codeError.message}`;
  const message = place ? (isRefused ? `Not saved. ${place}` : place) : elsewhere("code", source);
  return (
    <>
      <ToolSourceBar source={source} tool={tool} copied={() => fields.code} />
      <CodeEditor
        label={`Code of ${tool.name}`}
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
