import { Globe } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { tipOf } from "@/components/ui/icon-button";
import { fromSites, siteOf } from "@/components/ui/kit/site";

type WebMarkProps = { origins: readonly string[] | undefined; isShort?: boolean; className?: string };

/** Marks a list entry that may contain web content. The user can remove the mark on the entry's own page. */
export function WebMark({ origins = [], isShort = false, className }: WebMarkProps) {
  const label = fromSites(origins);
  if (!label) return null;
  if (isShort)
    return (
      <span {...tipOf(label)} className={cn("shrink-0 text-ink-3", className)}>
        <Globe role="img" aria-label={label} className="size-3.5" />
      </span>
    );
  return (
    <span
      {...tipOf(origins.map(siteOf).join(", "))}
      className={cn("inline-flex min-w-0 items-center gap-1 text-meta text-ink-3", className)}
    >
      <Globe aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{label}</span>
    </span>
  );
}
