"use client";

import { useId } from "react";
import { CodeEditor } from "@/components/editor/code-editor";
import { SourceTrouble } from "@/components/editor/source-trouble";
import { Textarea } from "@/components/ui/textarea";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { SourceBar } from "./source-bar";
import type { Source } from "./use-source";

/** What the agent reads of a tool before it calls it: what it is for, and what it takes. */
export function ParametersTab({ source, tool }: { source: Source; tool: AgentTool }) {
  const { texts, codeError, schemaError, problem, change, save } = source;
  const id = useId();
  const words = schemaError
    ? `Line ${schemaError.line}: ${schemaError.message}`
    : codeError
      ? "Not saved: see the code."
      : problem && `Not saved. ${problem}`;
  return (
    <>
      <SourceBar source={source} tool={tool} copied={() => texts.schema} />
      <div className="flex shrink-0 flex-col gap-1 px-6 pb-4 max-md:px-4">
        <label htmlFor={`${id}-description`} className="font-medium">
          What it does
        </label>
        <Textarea
          id={`${id}-description`}
          value={texts.description}
          maxLength={2_000}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => change({ description: target.value })}
        />
        <p id={`${id}-hint`} className="text-meta text-ink-3">
          The agent chooses the tool by this.
        </p>
      </div>
      <h3 className="shrink-0 px-6 pb-1 font-medium max-md:px-4">Parameters, as a JSON Schema</h3>
      <CodeEditor
        label={`Parameters of ${tool.name}`}
        language="json"
        value={texts.schema}
        error={schemaError}
        onChange={(schema) => change({ schema })}
        onSave={() => void save()}
      />
      <SourceTrouble text={words} />
    </>
  );
}
