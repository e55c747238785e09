"use client";

import { SourceBar } from "@/components/draw/editor/source-bar";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { t as common } from "@/lib/shared/i18n/en/common";
import { LIMITS } from "../limits";
import { fieldsOfTool, type Source } from "./use-source";

type ToolSourceBarProps = { source: Source; tool: AgentTool; copied?: () => string };

/** Save bar of the editor's tabs. It saves the changes of all tabs together. */
export const ToolSourceBar = ({ source, tool, copied }: ToolSourceBarProps) => (
  <SourceBar
    version={tool.version}
    isDirty={source.dirty.size > 0}
    status={source.status}
    staleSince={source.staleSince}
    copy={copied && { label: common("copy"), text: copied }}
    versions={() => ({ mine: asOne(source.fields), theirs: asOne(fieldsOfTool(tool)) })}
    onSave={(how) => void source.save(how)}
    onDiscard={source.discard}
  />
);

const asOne = (fields: Source["fields"]): string => {
  const limits = LIMITS.flatMap(({ name, label, unit }) =>
    fields[name].trim() === "" ? [] : [`${label}: ${fields[name]} ${unit}`],
  );
  return [fields.description, fields.schema, fields.code, limits.join("\n")].join("\n\n");
};
