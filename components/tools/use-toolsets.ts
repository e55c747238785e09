"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import type { ToolsetView, ToolView } from "@/lib/shared/tools/view";
import { changeTool, changeToolset, readToolsets, type ToolChange, type ToolsetChange } from "./api";
import { useEdits } from "./use-edits";
import { useToolChanges } from "./use-tool-changes";

/** The toolsets as the server has them, and over them what the person has just chosen. */
export function useToolsets(known: readonly ToolsetView[]) {
  const [stored, setStored] = useState(known);
  const { edits, make } = useEdits<ToolChange & ToolsetChange>();
  useEffect(() => setStored(known), [known]);
  // What cannot be read now is read at the next change.
  useToolChanges(() => readToolsets().then(setStored, () => {}));

  const setToolset = useCallback(
    ({ id, title }: ToolsetView, edit: ToolsetChange) => {
      const send = async () => {
        const changed = await changeToolset(id, edit);
        setStored((before) => before.map((one) => (one.id === id ? { ...one, ...edit, ...changed } : one)));
      };
      return make({ key: `toolset ${id}`, edit, what: title, send });
    },
    [make],
  );
  const setTool = useCallback(
    ({ name }: ToolView, edit: ToolChange) => {
      const send = async () => {
        const changed = await changeTool(name, edit);
        setStored((before) => before.map((toolset) => withTool(toolset, changed)));
      };
      return make({ key: `tool ${name}`, edit, what: name, send });
    },
    [make],
  );

  const toolsets = useMemo(
    () =>
      stored.map((toolset) => ({
        ...toolset,
        ...edits.get(`toolset ${toolset.id}`),
        tools: toolset.tools.map((tool) => ({ ...tool, ...edits.get(`tool ${tool.name}`) })),
      })),
    [stored, edits],
  );
  return { toolsets, setToolset, setTool };
}

/** What is not told with a change, such as the figures, stays. */
const withTool = (toolset: ToolsetView, changed: ToolView): ToolsetView => ({
  ...toolset,
  tools: toolset.tools.map((tool) => (tool.name === changed.name ? { ...tool, ...changed } : tool)),
});
