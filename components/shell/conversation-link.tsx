import { Trash2 } from "lucide-react";
import Link from "next/link";
import { Ring } from "@/components/chat/ring";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { type Summary, titleOf } from "@/lib/shared/chat/contract";

type ConversationLinkProps = {
  item: Summary;
  isCurrent: boolean;
  onDelete: (conversation: { id: string; title: string }) => void;
};

/** One row of the list: its title, and whether it works or waits. */
export function ConversationLink({ item, isCurrent, onDelete }: ConversationLinkProps) {
  const title = titleOf(item);
  return (
    <li className="group/item relative">
      <Link
        href={`/chat/${item.id}`}
        prefetch={false}
        aria-current={isCurrent ? "page" : undefined}
        className={cn(
          "flex h-8 items-center gap-2 rounded-in px-2 transition-colors hover:bg-fill-hover max-md:h-11",
          "pointer-coarse:pr-11",
          isCurrent && "bg-fill-press font-medium hover:bg-fill-press",
        )}
      >
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <span className="shrink-0 pointer-fine:group-focus-within/item:invisible pointer-fine:group-hover/item:invisible">
          <Status item={item} />
        </span>
      </Link>
      <IconButton
        label={`Delete “${title}”`}
        side="right"
        size="icon-sm"
        onClick={() => onDelete({ id: item.id, title })}
        className="absolute inset-y-0 right-1 my-auto pointer-fine:opacity-0 pointer-fine:group-focus-within/item:opacity-100 pointer-fine:group-hover/item:opacity-100"
      >
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}

function Status({ item }: { item: Summary }) {
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
