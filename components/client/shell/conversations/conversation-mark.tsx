import { Ring } from "@/components/ui/kit/ring";
import type { Summary } from "@/lib/shared/chat/contract";

export function ConversationMark({ item }: { item: Summary }) {
  if (item.openAsks > 0) {
    return (
      <span className="flex items-center gap-1.5 text-accent text-meta">
        <span className="size-1.5 rounded-full bg-accent" />
        waiting
      </span>
    );
  }
  return item.run?.status === "running" ? <Ring label="Working" /> : null;
}
