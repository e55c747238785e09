"use client";

import { CodeEditor } from "@/components/draw/editor/code-editor";
import { SourceTrouble } from "@/components/draw/editor/source-trouble";
import { TextField } from "@/components/draw/editor/text-field";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { elsewhere } from "../tabs";
import { ToolSourceBar } from "./source-bar";
import type { Source } from "./use-source";

export function ParametersTab({ source, tool }: { source: Source; tool: AgentTool }) {
  const { fields, schemaError, change, save } = source;
  const message = schemaError
    ? `Line ${schemaError.line}: ${schemaError.message}`
    : elsewhere("parameters", source);
  return (
    <>
      <ToolSourceBar source={source} tool={tool} copied={() => fields.schema} />
      <div className="shrink-0 px-6 pb-4 max-md:px-4">
        <TextField
          label="What it does"
          value={fields.description}
          onText={(description) => change({ description })}
          isLong
          maxLength={2_000}
          hint="The agent chooses the tool by this."
        />
      </div>
      <h3 className="shrink-0 px-6 pb-1 font-medium max-md:px-4">Parameters, as a JSON Schema</h3>
      <CodeEditor
        label={`Parameters of ${tool.name}`}
        language="json"
        value={fields.schema}
        error={schemaError}
        onChange={(schema) => change({ schema })}
        onSave={() => void save()}
      />
      <SourceTrouble text={message} />
    </>
  );
}
