import { FileText } from "lucide-react";

/** A file that came with a message. */
export function FileChip({ name }: { name: string }) {
  return (
    <span className="flex h-6 w-fit max-w-full items-center gap-1.5 rounded-in border border-line bg-sheet px-2 text-meta">
      <FileText aria-hidden className="size-3.5 text-ink-2" />
      <span className="truncate">{name}</span>
    </span>
  );
}
