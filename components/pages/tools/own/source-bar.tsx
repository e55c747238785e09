"use client";

import { SourceBar } from "@/components/draw/editor/source-bar";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { LIMITS } from "../limits";
import { type Source, textsOf } from "./use-source";

type ToolSourceBarProps = { source: Source; tool: AgentTool; copied?: () => string };

/** Save bar of the editor tabs. It saves all parts of the tool together. */
export const ToolSourceBar = ({ source, tool, copied }: ToolSourceBarProps) => (
  <SourceBar
    version={tool.version}
    isDirty={source.dirty.size > 0}
    status={source.status}
    staleSince={source.staleSince}
    copy={copied && { label: "Copy", text: copied }}
    texts={() => ({ mine: asOne(source.texts), theirs: asOne(textsOf(tool)) })}
    onSave={(how) => void source.save(how)}
    onDiscard={source.discard}
  />
);

const asOne = (texts: Source["texts"]): string => {
  const limits = LIMITS.flatMap(({ name, label, unit }) =>
    texts[name].trim() === "" ? [] : [`${label}: ${texts[name]} ${unit}`],
  );
  return [texts.description, texts.schema, texts.code, limits.join("\n")].join("\n\n");
};
