"use client";

import { useState } from "react";
import type { ToolView } from "@/lib/shared/tools/view";
import { changeTool, type ToolChange } from "./api";
import { useEdits } from "./own/use-edits";

/** One tool's settings as the server has them, and over them what the person has just chosen. */
export function useTool(known: ToolView) {
  const [changed, setChanged] = useState({ of: known, view: known });
  const { edits, make } = useEdits<ToolChange>("tool");
  // What the page has been read with since is newer.
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
