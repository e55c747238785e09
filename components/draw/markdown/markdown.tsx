"use client";

import dynamic from "next/dynamic";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { patiently } from "@/components/ui/patiently";
import { Caret } from "./caret-mark";
import { Later } from "./later";

type MarkdownProps = {
  text: string;
  /** Shows the caret after the last word: more is being written. */
  caret?: boolean;
  className?: string;
};

// Both here, each with its import: else Next does not find what the server's page has to bring along.
const View = dynamic(patiently(() => import("./view").then(({ MarkdownView }) => MarkdownView)));
const Formulas = dynamic(patiently(() => import("./rendered-math").then(({ RenderedMath }) => RenderedMath)));

/** Fetches the renderer ahead of the first text, so that it is there when one comes. */
export const preloadMarkdown = (): void => void import("./view").catch(() => {});

// A page that came with text cannot come to life before the renderer is there, so it does not wait to be told.
if (typeof document !== "undefined" && document.querySelector(`[data-slot="markdown"]`)) preloadMarkdown();

/**
 * GitHub-flavoured markdown that a model wrote. Raw HTML stays text, and nothing is fetched from other servers. An empty
 * page comes without the code for it: until that is there, the text stands as it was written.
 */
export const Markdown = memo(function Markdown({ text, caret = false, className }: MarkdownProps) {
  return (
    <div
      data-slot="markdown"
      className={cn(
        "flex min-w-0 flex-col gap-2 text-prose wrap-anywhere text-ink [&_.katex]:text-[1.06em]!",
        className,
      )}
    >
      <Later fallback={<Plain text={text} caret={caret} />}>
        <View text={text} caret={caret} Formulas={Formulas} />
      </Later>
    </div>
  );
});

function Plain({ text, caret }: { text: string; caret: boolean }) {
  return (
    <p className="whitespace-pre-wrap">
      {text}
      {caret && <Caret />}
    </p>
  );
}
