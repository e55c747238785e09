"use client";

import { ComponentPreview } from "@/components/draw/preview/component-preview";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { field, isRecord, type ToolPart } from "@/lib/shared/chat/parts";
import { changeOf } from "@/lib/shared/chat/surfaces/surface-change";
import { surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import { useDesk } from "../desk";

/** Previews library components while they are written, unless a surface already shows them. */
export function ComponentCalls({ tools, messageId }: { tools: readonly ToolPart[]; messageId: string }) {
  const { surfaces } = useDesk();
  return tools.filter(isWriting).map((tool) => {
    const { toolCallId, toolName, input } = tool;
    const id = surfaceId(messageId, toolCallId);
    if (surfaces.some(({ change }) => change?.id === id)) return null;
    const name = factsOfTool(toolName)?.isUpdate ? field(input, "name") : undefined;
    return (
      <div key={toolCallId} className="max-h-96 overflow-hidden rounded-sheet border border-line p-3">
        <ComponentPreview call={{ ...changeOf(id, tool), name }} />
      </div>
    );
  });
}

const isWriting = ({ toolName, state, input }: ToolPart): boolean =>
  factsOfTool(toolName)?.writes === "component" &&
  (state === "input-streaming" || state === "input-available") &&
  isRecord(input) &&
  (input.code !== undefined || input.edits !== undefined);
