"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { framePool } from "@/components/frame/pool";
import { PreviewFrame } from "@/components/frame/preview-frame";
import { propsOf } from "@/components/frame/props-of";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { field } from "@/lib/shared/chat/parts";
import { followPrefix } from "./follow-prefix";

const LINES = 10;
/** Characters in which they are looked for. */
const MAX_TAIL = 4_000;

/**
 * A component while the model writes it: as much as can be drawn of it, and until then its source as it grows. It is there
 * to be seen alone; who does not see reads that it is being written, and hears of it once it is there.
 */
export function ComponentPreview({ input }: { input: unknown }) {
  const code = field(input, "code") ?? "";
  const props = useSame(propsOf(input));
  const [made, setMade] = useState<{ js: string; css: string }>();
  const [isShown, setShown] = useState(false);
  const [isOver, setOver] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(code);
  latest.current = code;
  useEffect(() => {
    // Where a component that hangs would take the page along, none runs that was not tried before.
    if (isOver || !framePool().isApart) return;
    const end = new AbortController();
    // On a phone the canvas may be a tab away, where nothing can be drawn.
    const read = () => (place.current?.checkVisibility() === false ? "" : latest.current);
    followPrefix(read, setMade, end.signal);
    return () => end.abort();
  }, [isOver]);
  const version = useMemo(() => made && { ...made, props }, [made, props]);
  if (code === "") return <Skeleton className="h-32" />;
  return (
    <div ref={place} className="relative flex min-w-0 flex-col gap-2" data-slot="writing">
      {version && !isOver && (
        <PreviewFrame version={version} onShown={() => setShown(true)} onEnd={() => setOver(true)} />
      )}
      {(!isShown || isOver) && <Growing code={code} />}
      <p className="flex items-center gap-2 text-meta text-ink-3 tabular-nums">
        <Spinner aria-hidden role="presentation" className="size-3.5" />
        Being written, {code.split("\n").length} lines so far
      </p>
    </div>
  );
}

/** The last lines, without the word that is being written. */
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

/** The same object as long as it says the same: an input that grows is read anew at every word. */
function useSame(props: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(props);
  return useMemo(() => JSON.parse(text), [text]);
}
