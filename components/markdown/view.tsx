"use client";

import dynamic from "next/dynamic";
import { memo, useId, useMemo } from "react";
import remend from "remend";
import { blocksOf } from "./blocks";
import { Later } from "./later";
import { isMath, tidyMath } from "./math-text";
import { type BlockProps, Rendered } from "./rendered";

const RenderedMath = dynamic(() => import("./rendered-math").then((module) => module.RenderedMath));

type ViewProps = { text: string; caret: boolean };

/** The text in blocks that stand alone, so that while it grows only the last one is parsed again. */
export function MarkdownView({ text, caret }: ViewProps) {
  const id = useId();
  const blocks = useMemo(() => blocksOf(tidyMath(text, caret)), [text, caret]);
  if (blocks.length === 0) return caret ? <span className="caret" /> : null;
  return blocks.map((block, index) => (
    <Block
      // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the text
      key={index}
      text={block}
      prefix={`${id}${index}-`}
      caret={caret && index === blocks.length - 1}
    />
  ));
}

const Block = memo(function Block({ text, prefix, caret }: BlockProps) {
  const props = { prefix, caret, text: caret ? remend(text, MEND) : text };
  if (!isMath(text)) return <Rendered {...props} />;
  return (
    <Later fallback={<Rendered {...props} />}>
      <RenderedMath {...props} />
    </Later>
  );
});

/** Closes what is half-written. Switched off is what would change the text differently from how it will end. */
const MEND = {
  linkMode: "text-only",
  images: false,
  htmlTags: false,
  katex: false,
  comparisonOperators: false,
  singleTilde: false,
} as const;
