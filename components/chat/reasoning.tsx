import { ChevronRight } from "lucide-react";
import { Markdown } from "@/components/markdown";
import { Ring } from "./ring";

/** What the model thought on its way: there for who wants it, out of the way for who does not. */
export function Reasoning({ text, isOpen }: { text: string; isOpen: boolean }) {
  return (
    <details className="group/reasoning">
      <summary className="flex w-fit list-none items-center gap-2 rounded-in text-ui text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        {isOpen ? (
          <Ring className="mx-0.5" />
        ) : (
          <ChevronRight aria-hidden className="size-4 transition-transform group-open/reasoning:rotate-90" />
        )}
        {isOpen ? "Thinking" : "Thought about it"}
      </summary>
      <Markdown text={text} className="mt-2 pl-6 text-ui text-ink-2" />
    </details>
  );
}
