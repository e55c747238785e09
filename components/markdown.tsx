"use client";

import dynamic from "next/dynamic";
import { memo } from "react";
import { Later } from "./markdown/later";
import { cn } from "./ui/cn";

type MarkdownProps = {
  text: string;
  /** Shows the caret after the last word: more is being written. */
  caret?: boolean;
  className?: string;
};

const load = () => import("./markdown/view");

const View = dynamic(() => load().then(({ MarkdownView }) => MarkdownView));

// Here and not in the view, as Next finds only those that a page names by itself.
const Formulas = dynamic(() => import("./markdown/rendered-math").then(({ RenderedMath }) => RenderedMath));

/** Fetches the renderer ahead of the first text, so that it is there when one comes. */
export const preloadMarkdown = (): void => void load().catch(() => {});

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
      {caret && <span className="caret" />}
    </p>
  );
}
