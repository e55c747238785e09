"use client";

import { useState } from "react";
import type { ToolView } from "@/lib/shared/tools/view";
import { changeTool, type ToolChange } from "./api";
import { useEdits } from "./own/use-edits";

export function useTool(known: ToolView) {
  const [changed, setChanged] = useState({ of: known, view: known });
  const { edits, make } = useEdits<ToolChange>("tool");
  // New props are newer than the last response.
  const stored = changed.of === known ? changed.view : known;
  const { name } = stored;
  const change = (edit: ToolChange) => {
    const send = async () => {
      const view = await changeTool(name, edit);
      setChanged({ of: known, view: { ...known, ...view } });
    };
    void make({ key: name, edit, what: name, send });
  };
  return { tool: { ...stored, ...edits.get(name) }, change };
}
