"use client";

import { useState } from "react";
import type { ToolView } from "@/lib/shared/tools/view";
import { changeTool, type ToolChange } from "./api";
import { useEdits } from "./own/use-edits";

export function useTool(initial: ToolView) {
  const [changed, setChanged] = useState({ of: initial, view: initial });
  const { edits, make } = useEdits<ToolChange>("tool");
  // Drop the last response if the props have changed since, because the props are newer.
  const stored = changed.of === initial ? changed.view : initial;
  const { name } = stored;
  const change = (edit: ToolChange) => {
    const send = async () => {
      const view = await changeTool(name, edit);
      setChanged({ of: initial, view: { ...initial, ...view } });
    };
    void make({ key: name, edit, what: name, send });
  };
  return { tool: { ...stored, ...edits.get(name) }, change };
}
