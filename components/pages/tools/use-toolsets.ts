"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { titleOfToolset } from "@/lib/shared/tools/titles";
import type { ToolsetView, ToolView } from "@/lib/shared/tools/view";
import { changeTool, changeToolset, readToolsets, type ToolChange, type ToolsetChange } from "./api";
import { useEdits } from "./own/use-edits";
import { isAboutTools } from "./use-tool-changes";

const TOOLSETS = ["toolsets"] as const;

export function useToolsets(initial: ToolsetView[]) {
  const client = useQueryClient();
  const isAll = useRef(false);
  const { data: stored = initial, refetch } = useQuery({
    queryKey: TOOLSETS,
    queryFn: ({ signal }) => readToolsets(isAll.current, signal),
    initialData: initial,
    meta: { outdatedBy: (change) => isAboutTools(change) },
    // No event reports new calls, so the figures of a cached list would be outdated on the next visit.
    gcTime: 0,
  });
  const loadAll = useCallback(async () => {
    isAll.current = true;
    try {
      await refetch({ throwOnError: true });
    } catch (error) {
      isAll.current = false;
      throw error;
    }
  }, [refetch]);

  const { edits: toolsetEdits, make: editToolset } = useEdits<ToolsetChange>("toolset");
  const { edits: toolEdits, make: editTool } = useEdits<ToolChange>("tool");
  const patch = useCallback(
    (change: (toolset: ToolsetView) => ToolsetView) =>
      client.setQueryData<ToolsetView[]>(TOOLSETS, (before) => before?.map(change)),
    [client],
  );
  const setToolset = useCallback(
    (toolset: ToolsetView, edit: ToolsetChange) => {
      const { id } = toolset;
      const send = async () => {
        const changed = await changeToolset(id, edit);
        // The cached list may contain more tools than the response.
        const merged = (one: ToolsetView): ToolsetView =>
          changed.tools.reduce(withTool, { ...changed, left: one.left, tools: one.tools });
        patch((one) => (one.id === id ? merged(one) : one));
      };
      return editToolset({ key: id, edit, what: titleOfToolset(toolset), send });
    },
    [editToolset, patch],
  );
  const setTool = useCallback(
    ({ name }: ToolView, edit: ToolChange) => {
      const send = async () => {
        const changed = await changeTool(name, edit);
        patch((toolset) => withTool(toolset, changed));
      };
      return editTool({ key: name, edit, what: name, send });
    },
    [editTool, patch],
  );

  const toolsets = useMemo(
    () =>
      stored.map((toolset) => {
        const { enabled, reset: _, ...edit } = toolsetEdits.get(toolset.id) ?? {};
        const all = enabled === undefined ? {} : { enabled };
        return {
          ...{ ...toolset, ...edit },
          tools: toolset.tools.map((tool) => ({ ...tool, ...all, ...toolEdits.get(tool.name) })),
        };
      }),
    [stored, toolsetEdits, toolEdits],
  );
  return { toolsets, setToolset, setTool, loadAll };
}

/** Keeps the figures of the tool, which the response to a change does not contain. */
const withTool = (toolset: ToolsetView, changed: ToolView): ToolsetView => ({
  ...toolset,
  tools: toolset.tools.map((tool) =>
    tool.name === changed.name ? { ...changed, stats: changed.stats ?? tool.stats } : tool,
  ),
});
