import { CircleAlert } from "lucide-react";
import { MAX_TOOLS } from "@/lib/shared/agent-tools/fields";

export function ToolLimitNotice({ changes }: { changes: readonly { disabled?: true }[] }) {
  const count = changes.filter(({ disabled }) => disabled).length;
  if (count === 0) return null;
  return (
    <p className="flex gap-2">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2" />
      <span className="min-w-0">
        Models take at most {MAX_TOOLS} tools of the agent’s own, so{" "}
        {count === 1 ? "one of these comes" : `${count} of these come`} switched off. You choose on the page
        of tools which are on.
      </span>
    </p>
  );
}
