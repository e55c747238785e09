import { ArrowLeftRight } from "lucide-react";
import type { Succession } from "@/lib/shared/chat/metadata";

/** Over an answer that another model gave than the one that was chosen. */
export function SuccessionLine({ succession: { ofName, byName, why } }: { succession: Succession }) {
  return (
    <p className="flex gap-2.5 text-ui text-ink-2">
      <ArrowLeftRight aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <span className="min-w-0 wrap-anywhere">
        {ofName} {why}, so {byName} answers.
      </span>
    </p>
  );
}
