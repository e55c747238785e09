"use client";

import { useEffect, useRef } from "react";
import { useDesk } from "@/components/chat/desk";
import { cn } from "@/components/ui/cn";
import { CanvasTabs } from "./canvas-tabs";
import { Peek } from "./peek";
import { Sheet } from "./sheet";
import { widthOf } from "./sheet-width";
import { useIsWide } from "./use-is-wide";

type CanvasProps = { conversationId: string; onBring: (surfaceId: string) => void; className?: string };

/** The table: the sheet in front, and the one before it beside or behind. */
export function Canvas({ conversationId, onBring, className }: CanvasProps) {
  const { surfaces, front: frontId } = useDesk();
  const stage = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(stage);
  const at = surfaces.findIndex(({ id }) => id === frontId);
  const front = surfaces[at];
  const before = surfaces[at - 1];

  useEffect(() => {
    // Ahead of the first sheet, once the page itself has loaded.
    const timer = setTimeout(() => import("./blocks/blocks").catch(() => {}), 1_000);
    return () => clearTimeout(timer);
  }, []);

  return (
    <section
      aria-label="Canvas"
      className={cn(
        "flex min-w-0 flex-1 flex-col bg-table [background-image:radial-gradient(120%_90%_at_50%_0%,var(--table-lit),var(--table))]",
        className,
      )}
    >
      {front ? (
        <>
          <CanvasTabs surfaces={surfaces} front={front.id} onBring={onBring} />
          <div ref={stage} className="min-h-0 flex-1 overflow-y-auto px-7 pt-2 pb-10 max-md:px-3 max-md:pt-3">
            {before && isWide ? (
              <div className="flex items-start">
                <Sheet key={before.id} surface={before} conversationId={conversationId} className="pr-4" />
                <Sheet
                  key={front.id}
                  surface={front}
                  conversationId={conversationId}
                  className="z-10 mt-[104px] -ml-4"
                />
              </div>
            ) : (
              <div className={cn("flex flex-col", widthOf(front))}>
                {before && <Peek surface={before} onBring={() => onBring(before.id)} />}
                {/* The room for the flag is always there, so that nothing moves when it comes or goes. */}
                <Sheet
                  key={front.id}
                  surface={front}
                  conversationId={conversationId}
                  className={before ? "-mt-4 w-full" : "mt-6 w-full"}
                />
              </div>
            )}
          </div>
        </>
      ) : (
        <p className="m-auto max-w-72 p-6 text-center text-ui text-balance text-ink-3">
          The canvas is empty. Tables, charts and forms will lie here when the agent makes them.
        </p>
      )}
    </section>
  );
}
