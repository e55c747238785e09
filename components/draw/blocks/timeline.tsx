import { cn } from "@/components/ui/cn";
import { formatWhen } from "@/lib/shared/blocks/format-when";
import type { Tone } from "@/lib/shared/blocks/table-column";
import type { BlockProps } from "./props";

const DOTS: Record<Tone, string> = {
  neutral: "bg-ink-3",
  success: "bg-success",
  warning: "bg-warning",
  danger: "bg-danger",
};

export function TimelineBlock({ block: { items } }: BlockProps<"timeline">) {
  return (
    <ol className="flex flex-col">
      {items.map(({ at, title, text, tone = "neutral" }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are identified by position
        <li key={index} className="group/event relative flex gap-3 pb-4 last:pb-0">
          <span
            aria-hidden
            className="absolute top-2 bottom-0 left-1 w-px bg-line-strong group-last/event:hidden"
          />
          <span aria-hidden className={cn("relative mt-1.5 size-2.25 shrink-0 rounded-full", DOTS[tone])} />
          <div className="flex min-w-0 flex-col">
            <span className="text-meta text-ink-3 tabular-nums">{formatWhen(at)}</span>
            <span className="text-ui font-medium wrap-anywhere">{title}</span>
            {text && <p className="text-ui text-ink-2 wrap-anywhere whitespace-pre-wrap">{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
