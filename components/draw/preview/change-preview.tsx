"use client";

import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { SurfaceState } from "@/components/client/surface-state";
import { framePool } from "@/components/draw/frame/pool";
import { PreviewFrame } from "@/components/draw/frame/preview-frame";
import { propsOf } from "@/components/draw/frame/props-of";
import { cn } from "@/components/ui/cn";
import { codesSoFar } from "@/lib/shared/chat/code-so-far";
import { isRecord } from "@/lib/shared/chat/parts";
import type { SurfaceChange } from "@/lib/shared/chat/surfaces/surface-change";
import type { FrozenRows } from "@/lib/shared/frame/protocol";
import { t } from "@/lib/shared/i18n/en/preview";
import { useBaseCode } from "./use-base-code";
import { useMade } from "./use-made";
import { useSame } from "./use-same";

type ChangePreviewProps = {
  change: SurfaceChange;
  /** True if the call is stored but its result is not painted yet. No more code is requested then. */
  isMade: boolean;
  /** Input of the call that created the surface. `shown` is the key of its component's frame. */
  input: unknown;
  shown: string;
  sheet: SurfaceState | undefined;
  /** Element of the existing component. The component stays visible while the user works in it. */
  under: RefObject<HTMLElement | null>;
  isShown: boolean;
  onShown: (isShown: boolean) => void;
};

/**
 * Previews a change of a component while the model writes the call, above the existing component. That one
 * keeps running and is visible again if the change is refused or the user presses here.
 */
export function ChangePreview(previewProps: ChangePreviewProps) {
  const { change, isMade, input, shown, sheet: surface, under, isShown, onShown } = previewProps;
  const [isOver, setOver] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const baseCode = useBaseCode(change, input);
  const props = useSame(
    isRecord(change.input) && change.input.props ? propsOf(change.input) : propsOf(input),
  );
  const isBusy = () => under.current?.contains(document.activeElement) ?? false;
  const made = useMade({
    ...{ place, isOver: isOver || isMade, written: change, isLast: change.isWritten },
    read: () => (isBusy() ? [] : codesSoFar(change.input, baseCode, change.isWritten)),
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
          surface={surface}
          onShown={() => !isBusy() && onShown(true)}
          onEnd={end}
        />
      )}
      {isShown && <div className="absolute inset-0" title={t("changing")} onPointerDown={end} />}
    </div>
  );
}

/**
 * While the model writes a call, keeps a second spare frame ready for the call's result. Does nothing for a call that
 * arrives complete, because there is no time for it.
 */
function useFrames({ isWritten }: SurfaceChange): void {
  const [isWatched] = useState(!isWritten);
  useEffect(() => {
    const pool = framePool();
    if (!isWatched || !pool.isApart) return;
    pool.warm(2);
    return () => pool.warm(1);
  }, [isWatched]);
}

/**
 * Returns the query rows of the existing component at the start of the change. The preview shows them for the same
 * queries and reads no rows itself.
 */
function useRowsOf(key: string): FrozenRows | undefined {
  const [rows, setRows] = useState<FrozenRows>();
  useEffect(() => {
    let isOver = false;
    framePool()
      .rowsOf(key)
      .then(
        (found) => !isOver && setRows((current) => current ?? found),
        () => !isOver && setRows((current) => current ?? {}),
      );
    return () => {
      isOver = true;
    };
  }, [key]);
  return rows;
}
