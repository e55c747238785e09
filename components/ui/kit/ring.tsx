import { cn } from "@/components/ui/cn";

export function Ring({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      className={cn(
        "block size-3 shrink-0 animate-turn rounded-full border-[1.5px] border-line-strong border-t-ink-2 motion-reduce:animate-none",
        className,
      )}
    >
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
