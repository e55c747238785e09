import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type StepProps = {
  nth: number;
  title: string;
  isDone: boolean;
  /** What comes before it is not done yet. */
  isLater?: boolean;
  children?: ReactNode;
};

/** One step of a set-up: its number, or a check mark where it is done. */
export function Step({ nth, title, isDone, isLater = false, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        className={cn(
          "flex size-6 shrink-0 items-center justify-center rounded-full text-meta tabular-nums",
          isDone ? "text-success" : "bg-fill font-medium",
          isLater && "text-ink-3",
        )}
      >
        {isDone ? <Check aria-hidden className="size-4" /> : nth}
        {isDone && <span className="sr-only">Done:</span>}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h3 className={cn("leading-6 font-medium wrap-anywhere", isLater && "text-ink-3")}>{title}</h3>
        {children}
      </div>
    </li>
  );
}
