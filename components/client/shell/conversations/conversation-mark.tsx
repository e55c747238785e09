import { Ring } from "@/components/ui/kit/ring";
import type { Summary } from "@/lib/shared/chat/contract";

export function ConversationMark({ item }: { item: Summary }) {
  if (item.openAsks > 0) {
    return (
      <span title="Waiting for you" className="flex size-4 items-center justify-center">
        <span className="size-1.5 rounded-full bg-accent" />
        <span className="sr-only">waiting</span>
      </span>
    );
  }
  return item.run?.status === "running" ? <Ring label="Working" /> : null;
}
