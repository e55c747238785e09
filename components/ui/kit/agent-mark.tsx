import { cn } from "@/components/ui/cn";
import { lookOf, type MarkColour } from "@/lib/shared/agents/agent-view";

/** Complete class names, because Tailwind does not find composed ones. */
export const MARK_GROUNDS: Record<MarkColour, string> = {
  blue: "bg-mark-blue",
  teal: "bg-mark-teal",
  green: "bg-mark-green",
  amber: "bg-mark-amber",
  orange: "bg-mark-orange",
  rose: "bg-mark-rose",
  violet: "bg-mark-violet",
  slate: "bg-mark-slate",
};

export function AgentMark({
  agent,
  className,
}: {
  agent: { name: string; mark: string };
  className?: string;
}) {
  const { colour, sign } = lookOf(agent);
  return (
    <span
      aria-hidden
      className={cn(
        "inline-flex size-5 shrink-0 items-center justify-center overflow-hidden rounded-in text-meta font-medium text-sheet",
        MARK_GROUNDS[colour],
        className,
      )}
    >
      {sign}
    </span>
  );
}
