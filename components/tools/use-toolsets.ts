"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ToolsetView, ToolView } from "@/lib/shared/tools/view";
import { changeTool, changeToolset, readToolsets, type ToolChange, type ToolsetChange } from "./api";
import { useEdits } from "./use-edits";
import { useToolChanges } from "./use-tool-changes";

/** The toolsets as the server has them, and over them what the person has just chosen. */
export function useToolsets(known: readonly ToolsetView[]) {
  const [stored, setStored] = useState(known);
  const { edits: toolsetEdits, make: editToolset } = useEdits<ToolsetChange>();
  const { edits: toolEdits, make: editTool } = useEdits<ToolChange>();
  const isAll = useRef(false);
  useEffect(() => setStored(known), [known]);
  // What cannot be read now is read at the next change.
  useToolChanges(() => readToolsets(isAll.current).then(setStored, () => {}));
  /** Brings the tools that were left out, too. */
  const loadAll = useCallback(async () => {
    setStored(await readToolsets(true));
    isAll.current = true;
  }, []);

  const setToolset = useCallback(
    ({ id, title }: ToolsetView, edit: ToolsetChange) => {
      const send = async () => {
        const changed = await changeToolset(id, edit);
        // More of its tools may be here than are told.
        const merged = (one: ToolsetView): ToolsetView => ({
          ...{ ...one, ...edit, ...changed },
          tools: one.tools.length > changed.tools.length ? one.tools : changed.tools,
        });
        setStored((before) => before.map((one) => (one.id === id ? merged(one) : one)));
      };
      return editToolset({ key: id, edit, what: title, send });
    },
    [editToolset],
  );
  const setTool = useCallback(
    ({ name }: ToolView, edit: ToolChange) => {
      const send = async () => {
        const changed = await changeTool(name, edit);
        setStored((before) => before.map((toolset) => withTool(toolset, changed)));
      };
      return editTool({ key: name, edit, what: name, send });
    },
    [editTool],
  );

  const toolsets = useMemo(
    () =>
      stored.map((toolset) => ({
        ...toolset,
        ...toolsetEdits.get(toolset.id),
        tools: toolset.tools.map((tool) => ({ ...tool, ...toolEdits.get(tool.name) })),
      })),
    [stored, toolsetEdits, toolEdits],
  );
  return { toolsets, setToolset, setTool, loadAll };
}

/** What is not told with a change, such as the figures, stays. */
const withTool = (toolset: ToolsetView, changed: ToolView): ToolsetView => ({
  ...toolset,
  tools: toolset.tools.map((tool) => (tool.name === changed.name ? { ...tool, ...changed } : tool)),
});
