import { PanelsTopLeft } from "lucide-react";
import { OutputLines } from "@/components/kit/output-lines";
import type { SentSheet } from "@/lib/shared/chat/sheets";

/** What the person sent from a sheet when nobody waited for it any more. */
export function SentSheetNote({ sent: { title, output } }: { sent: SentSheet }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="flex items-center gap-2 text-ui text-ink-2">
        <PanelsTopLeft aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 truncate">From “{title}”</span>
      </p>
      <OutputLines output={output} />
    </div>
  );
}
