"use client";

import { type ComponentType, memo, useId, useMemo } from "react";
import { blocksOf, highestHeading } from "./blocks";
import { Caret } from "./caret-mark";
import { Later } from "./later";
import { isMath, tidyMath } from "./math-text";
import { mend } from "./mend";
import { type BlockProps, Rendered } from "./rendered";

type ViewProps = {
  text: string;
  caret: boolean;
  Formulas: ComponentType<BlockProps>;
};

/** Renders markdown as separate blocks, so that only the last one is parsed again while the text grows. */
export function MarkdownView({ text, caret, Formulas }: ViewProps) {
  const id = useId();
  const blocks = useMemo(() => blocksOf(tidyMath(text, caret)), [text, caret]);
  const highest = useMemo(() => highestHeading(blocks), [blocks]);
  if (blocks.length === 0) return caret ? <Caret /> : null;
  return blocks.map((block, index) => (
    <Block
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified by position
      key={index}
      text={block}
      prefix={`${id}${index}-`}
      caret={caret && index === blocks.length - 1}
      highest={highest}
      Formulas={Formulas}
    />
  ));
}

const Block = memo(function Block({ text, Formulas, ...rest }: BlockProps & Pick<ViewProps, "Formulas">) {
  const props = { ...rest, text: rest.caret ? mend(text) : text };
  if (!isMath(text)) return <Rendered {...props} />;
  return (
    <Later fallback={<Rendered {...props} />}>
      <Formulas {...props} />
    </Later>
  );
});
