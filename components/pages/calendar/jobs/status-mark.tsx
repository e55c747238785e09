import { Ban, CircleAlert, CircleCheck, CircleSlash, Clock3, type LucideIcon } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Ring } from "@/components/ui/kit/ring";
import type { EntryStatus } from "./job-entries";
import { RUN_STATUS_LABELS } from "./labels";

const LOOKS: Record<Exclude<EntryStatus, "queued" | "running" | "waiting">, [LucideIcon, string]> = {
  due: [Clock3, "text-ink-3"],
  completed: [CircleCheck, "text-success"],
  failed: [CircleAlert, "text-danger"],
  skipped: [CircleSlash, "text-ink-3"],
  missed: [Ban, "text-ink-3"],
};

export function StatusMark({ status, className }: { status: EntryStatus; className?: string }) {
  if (status === "waiting")
    return (
      <span aria-hidden className={cn("flex size-3.5 shrink-0 items-center justify-center", className)}>
        <span className="size-1.5 rounded-full bg-accent" />
      </span>
    );
  if (status === "queued" || status === "running")
    return <Ring label={RUN_STATUS_LABELS[status]} className={cn("mx-0.5 shrink-0", className)} />;
  const [Icon, tone] = LOOKS[status];
  return <Icon aria-hidden className={cn("size-3.5 shrink-0", tone, className)} />;
}
