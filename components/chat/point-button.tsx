"use client";

import { MousePointerClick } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { useDesk } from "./desk";
import { setPointing, usePointing } from "./pointing";

/** Begins to point at something on the canvas, where something lies there. */
export function PointButton() {
  const { surfaces, closed, front, show } = useDesk();
  const isPointing = usePointing();
  const open = surfaces.filter(({ id }) => !closed.has(id));
  const there = open.find(({ id }) => id === front) ?? open.at(-1);
  if (!there) return null;
  return (
    <IconButton
      label="Point at something on the canvas"
      side="top"
      aria-pressed={isPointing}
      onClick={() => {
        show(there.id);
        setPointing(!isPointing);
      }}
    >
      <MousePointerClick aria-hidden />
    </IconButton>
  );
}
