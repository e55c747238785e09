"use client";

import dynamic from "next/dynamic";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { retryLoad } from "@/components/ui/retry-load";
import { Caret } from "./caret-mark";
import { Later } from "./later";

type MarkdownProps = {
  text: string;
  /** Shows the caret after the last word, while more text follows. */
  caret?: boolean;
  className?: string;
};

// Both dynamic imports must be in this file, because Next.js otherwise does not preload them for server-rendered pages.
const View = dynamic(retryLoad(() => import("./view").then(({ MarkdownView }) => MarkdownView)));
const Formulas = dynamic(retryLoad(() => import("./rendered-math").then(({ RenderedMath }) => RenderedMath)));

/** Loads the renderer before the first text arrives. */
export const preloadMarkdown = (): void => void import("./view").catch(() => {});

// A server-rendered page with markdown needs the renderer to hydrate, so load the renderer at once.
if (typeof document !== "undefined" && document.querySelector(`[data-slot="markdown"]`)) preloadMarkdown();

/**
 * GitHub-flavored markdown of a model. Raw HTML stays text, and nothing is loaded from other servers. Until
 * the code is loaded, an empty page shows the source text.
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
