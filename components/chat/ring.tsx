import { cn } from "@/components/ui/cn";

/** Turns while something works. */
export function Ring({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={cn(
        "block size-3 animate-turn rounded-full border-[1.5px] border-line-strong border-t-ink-2 motion-reduce:animate-none",
        className,
      )}
    />
  );
}
