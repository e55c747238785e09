"use client";

import { useEffect, useState } from "react";
import type { ToolView } from "@/lib/shared/tools/view";
import { changeTool, type ToolChange } from "./api";
import { useEdits } from "./use-edits";

/** One tool's settings as the server has them, and over them what the person has just chosen. */
export function useTool(known: ToolView) {
  const [stored, setStored] = useState(known);
  const { edits, make } = useEdits<ToolChange>();
  useEffect(() => setStored(known), [known]);
  const { name } = stored;
  const change = (edit: ToolChange) => {
    const send = async () => {
      const changed = await changeTool(name, edit);
      setStored((before) => ({ ...before, ...changed }));
    };
    void make({ key: name, edit, what: name, send });
  };
  return { tool: { ...stored, ...edits.get(name) }, change };
}
