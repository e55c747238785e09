"use client";

import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { SheetState } from "@/components/client/sheet-state";
import { framePool } from "@/components/draw/frame/pool";
import { PreviewFrame } from "@/components/draw/frame/preview-frame";
import { propsOf } from "@/components/draw/frame/props-of";
import { cn } from "@/components/ui/cn";
import { codesSoFar } from "@/lib/shared/chat/code-so-far";
import { isRecord } from "@/lib/shared/chat/parts";
import type { SurfaceChange } from "@/lib/shared/chat/surfaces/surface-change";
import type { FrozenRows } from "@/lib/shared/frame/protocol";
import { useMade } from "./use-made";
import { useSame } from "./use-same";
import { useStanding } from "./use-standing";

type ChangePreviewProps = {
  change: SurfaceChange;
  /** What it makes is there, and not drawn yet: no more of it is looked for. */
  isMade: boolean;
  /** What the sheet shows: the input of its call, and the component under the key of its frame. */
  input: unknown;
  shown: string;
  sheet: SheetState | undefined;
  /** What it lies on: what the person works in there stays in sight. */
  under: RefObject<HTMLElement | null>;
  isShown: boolean;
  onShown: (isShown: boolean) => void;
};

/**
 * A component as a call that is being written changes it, in the place of the one that is there. That one goes on under it: it
 * comes back where the change is refused, or when the person presses here.
 */
export function ChangePreview(given: ChangePreviewProps) {
  const { change, isMade, input, shown, sheet, under, isShown, onShown } = given;
  const [isOver, setOver] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const standing = useStanding(change, input);
  const props = useSame(
    isRecord(change.input) && change.input.props ? propsOf(change.input) : propsOf(input),
  );
  const isBusy = () => under.current?.contains(document.activeElement) ?? false;
  const made = useMade({
    ...{ place, isOver: isOver || isMade, written: change, isLast: change.isWritten },
    read: () => (isBusy() ? [] : codesSoFar(change.input, standing, change.isWritten)),
  });
  useFrames(change);
  const rows = useRowsOf(shown);
  const version = useMemo(() => made && rows && { ...made, props, given: rows }, [made, props, rows]);
  const end = () => {
    setOver(true);
    onShown(false);
  };
  return (
    <div
      ref={place}
      data-slot="changing"
      className={cn("relative min-h-full min-w-0", !isShown && "pointer-events-none")}
    >
      {version && !isOver && (
        <PreviewFrame
          version={version}
          sheet={sheet}
          onShown={() => !isBusy() && onShown(true)}
          onEnd={end}
        />
      )}
      {isShown && (
        <div
          className="absolute inset-0"
          title="Being changed. Press to see what is there."
          onPointerDown={end}
        />
      )}
    </div>
  );
}

/** While a call is written, a frame for what it makes gets ready beside that of the preview. What comes at once has no time for it. */
function useFrames({ isWritten }: SurfaceChange): void {
  const [isWatched] = useState(!isWritten);
  useEffect(() => {
    const pool = framePool();
    if (!isWatched || !pool.isApart) return;
    pool.warm(2);
    return () => pool.warm(1);
  }, [isWatched]);
}

/** The rows of the component that is there as the change begins: a preview has those of the same queries, and asks for none. */
function useRowsOf(key: string): FrozenRows | undefined {
  const [rows, setRows] = useState<FrozenRows>();
  useEffect(() => {
    let isOver = false;
    framePool()
      .rowsOf(key)
      .then(
        (found) => !isOver && setRows((known) => known ?? found),
        () => !isOver && setRows((known) => known ?? {}),
      );
    return () => {
      isOver = true;
    };
  }, [key]);
  return rows;
}
