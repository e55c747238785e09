import { Pin } from "lucide-react";
import { Clock } from "@/components/kit/clock";
import { SurfaceIcon } from "@/components/kit/surface-icon";
import type { Surface } from "@/lib/shared/chat/surfaces";

type PeekProps = { surface: Surface; isPinned: boolean; onBring: () => void };

const STATES: Record<Surface["state"], string> = {
  writing: "being painted",
  waiting: "waiting for you",
  open: "open",
  answered: "answered",
  read: "read",
  closed: "closed",
};

/** The head of the sheet that lies under the one in front; a tap brings it up. */
export function Peek({ surface, isPinned, onBring }: PeekProps) {
  const { title, kind, state, at } = surface;
  const words = kind === "browser" && state === "read" ? "" : STATES[state];
  return (
    <button
      type="button"
      onClick={onBring}
      className="mx-4 flex h-[86px] items-start self-stretch rounded-t-sheet bg-sheet px-4 text-left shadow-sheet"
    >
      <span className="flex h-12 min-w-0 flex-1 items-center gap-2.5">
        <SurfaceIcon kind={kind} className="size-4 shrink-0 text-ink-2" />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {isPinned && <Pin aria-label="pinned" className="size-3.5 shrink-0 text-ink-2" />}
        <span className={`shrink-0 text-meta ${state === "waiting" ? "text-accent" : "text-ink-3"}`}>
          {at && <Clock at={at} />}
          {at && words ? ", " : ""}
          {words}
          <span className="sr-only">, bring to the front</span>
        </span>
      </span>
    </button>
  );
}
