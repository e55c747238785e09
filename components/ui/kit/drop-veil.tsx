import { Paperclip } from "lucide-react";

export function DropVeil({ title, about }: { title: string; about: string }) {
  return (
    <div className="pointer-events-none absolute inset-2 z-20 flex animate-appear flex-col items-center justify-center gap-3 rounded-sheet border-2 border-ink border-dashed bg-sheet/92 text-center">
      <span className="flex size-12 items-center justify-center rounded-full bg-fill text-ink">
        <Paperclip aria-hidden className="size-5" />
      </span>
      <p className="text-prose font-medium">{title}</p>
      <p className="text-ui text-ink-2">{about}</p>
    </div>
  );
}
