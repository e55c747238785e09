"use client";

import { useMemo, useRef, useState } from "react";
import { PreviewFrame } from "@/components/draw/frame/preview-frame";
import { propsOf } from "@/components/draw/frame/props-of";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { codesSoFar } from "@/lib/shared/chat/code-so-far";
import { field, isRecord } from "@/lib/shared/chat/parts";
import type { SurfaceChange } from "@/lib/shared/chat/surfaces/surface-change";
import { t } from "@/lib/shared/i18n/en/preview";
import { useBaseCode } from "./use-base-code";
import { useMade } from "./use-made";
import { useSame } from "./use-same";

const LINES = 10;
const MAX_TAIL = 4_000;

/**
 * Previews a component while the model writes it, and shows the growing source until something can be drawn.
 * It is not interactive; screen readers learn of the component only once it is painted.
 */
export function ComponentPreview({ call }: { call: SurfaceChange }) {
  const { input, isWritten } = call;
  const baseCode = useBaseCode(call);
  const edits = isRecord(input) && Array.isArray(input.edits) ? input.edits : [];
  const written = field(input, "code") ?? field(edits.at(-1), "replace") ?? "";
  const props = useSame(propsOf(input));
  const [isShown, setShown] = useState(false);
  const [isOver, setOver] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const read = () => codesSoFar(input, baseCode, isWritten);
  const made = useMade({ place, isOver, written: input, isLast: isWritten, read });
  const version = useMemo(() => made && { ...made, props }, [made, props]);
  if (written === "" && edits.length === 0) return <Skeleton className="h-32" />;
  const lines = written.split("\n").length;
  return (
    <div ref={place} className="relative flex min-w-0 flex-col gap-2" data-slot="writing">
      {version && !isOver && (
        <PreviewFrame version={version} onShown={() => setShown(true)} onEnd={() => setOver(true)} />
      )}
      {(!isShown || isOver) && <Growing code={written} />}
      <p className="flex items-center gap-2 text-meta text-ink-3 tabular-nums">
        <Spinner aria-hidden role="presentation" className="size-3.5" />
        {isWritten
          ? t("testing")
          : edits.length > 0
            ? t("edits", { count: edits.length })
            : t("lines", { count: lines })}
      </p>
    </div>
  );
}

function Growing({ code }: { code: string }) {
  const tail = code.slice(-MAX_TAIL);
  const end = Math.max(tail.lastIndexOf(" "), tail.lastIndexOf("\n"));
  const lines = tail.slice(0, end).trimEnd().split("\n").slice(-LINES);
  return (
    <pre
      aria-hidden
      className="flex h-44 min-w-0 flex-col justify-end overflow-hidden rounded-in bg-fill px-3 py-2 font-mono text-meta text-ink-3 [mask-image:linear-gradient(transparent,black_40%)]"
    >
      {lines.join("\n")}
    </pre>
  );
}
