"use client";

import { CodeEditor } from "@/components/editor/code-editor";
import { SourceTrouble } from "@/components/editor/source-trouble";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { SourceBar } from "./source-bar";
import type { Source } from "./use-source";

/** The code, which a person may change: nothing is saved that does not compile. */
export function CodeTab({ source, tool }: { source: Source; tool: AgentTool }) {
  const { texts, codeError, schemaError, problem, change, save } = source;
  const words = codeError
    ? `Not saved. Line ${codeError.line}, column ${codeError.column}: ${codeError.message}`
    : schemaError
      ? "Not saved: see the parameters."
      : problem && `Not saved. ${problem}`;
  return (
    <>
      <SourceBar source={source} tool={tool} copied={() => texts.code} />
      <CodeEditor
        label={`Code of ${tool.name}`}
        language="js"
        value={texts.code}
        error={codeError}
        onChange={(code) => change({ code })}
        onSave={() => void save()}
      />
      <SourceTrouble text={words} />
    </>
  );
}
