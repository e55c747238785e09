"use client";

import { CodeEditor } from "@/components/draw/editor/code-editor";
import { SourceTrouble } from "@/components/draw/editor/source-trouble";
import { TextField } from "@/components/draw/editor/text-field";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { t } from "@/lib/shared/i18n/en/toolsOwn";
import { elsewhere } from "../tabs";
import { ToolSourceBar } from "./source-bar";
import type { Source } from "./use-source";

export function ParametersTab({ source, tool }: { source: Source; tool: AgentTool }) {
  const { fields, schemaError, change, save } = source;
  const message = schemaError
    ? t("atLine", { line: schemaError.line, message: schemaError.message })
    : elsewhere("parameters", source);
  return (
    <>
      <ToolSourceBar source={source} tool={tool} copied={() => fields.schema} />
      <div className="shrink-0 px-6 pb-4 max-md:px-4">
        <TextField
          label={t("description")}
          value={fields.description}
          onText={(description) => change({ description })}
          isLong
          maxLength={2_000}
          hint={t("descriptionHint")}
        />
      </div>
      <h3 className="shrink-0 px-6 pb-1 font-medium max-md:px-4">{t("schema")}</h3>
      <CodeEditor
        label={t("parametersOf", { name: tool.name })}
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
