"use client";

import { useEffect, useMemo, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { DIAGRAM_CODE } from "@/lib/shared/diagram";
import type { Bundle } from "./props";
import { useFrame } from "./use-frame";

const BUNDLE: Bundle = { js: DIAGRAM_CODE, css: "", map: "" };

type DiagramFrameProps = {
  source: string;
  title: string;
  onProblem: (message: string) => void;
};

/** Draws a diagram in a frame, because its text may be hostile and must not reach the page. */
export function DiagramFrame({ source, title, onProblem }: DiagramFrameProps) {
  const slot = useRef<HTMLDivElement>(null);
  const props = useMemo(() => ({ source, title }), [source, title]);
  const { isPainted, height, error } = useFrame(slot, { bundle: BUNDLE, id: "diagram", title, props });
  const latest = useRef(onProblem);
  latest.current = onProblem;
  useEffect(() => {
    if (error) latest.current(error.message);
  }, [error]);
  return (
    <div
      ref={slot}
      tabIndex={-1}
      data-slot="diagram"
      data-painted={isPainted || undefined}
      aria-busy={!isPainted}
      className={cn("relative min-w-0 outline-none", !isPainted && "h-40 [&>iframe]:opacity-0")}
      style={isPainted ? { height: Math.max(height, 1) } : undefined}
    >
      {!isPainted && <Skeleton className="absolute inset-0" />}
    </div>
  );
}
