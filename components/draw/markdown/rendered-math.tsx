import "katex/dist/katex.min.css";
import rehypeKatex from "rehype-katex";
import remarkMath from "remark-math";
import { type BlockProps, type Plugins, Rendered } from "./rendered";

// Money is written with one dollar sign; `tidyMath` has doubled those that mean math.
const remark: Plugins = [[remarkMath, { singleDollarTextMath: false }]];
// Without trust nothing is linked, fetched or styled from inside; the limits keep macros from running away.
const rehype: Plugins = [
  [rehypeKatex, { strict: "ignore", trust: false, maxExpand: 500, maxSize: 20, errorColor: "inherit" }],
  boxDisplays,
];

/** A block with formulas in it: loaded only when a text has some. */
export function RenderedMath(props: BlockProps) {
  return <Rendered {...props} remark={remark} rehype={rehype} />;
}

type Node = { tagName?: string; properties?: { className?: unknown }; children?: Node[] };

/** A formula on lines of its own may be wider than the text: it scrolls in a box, which `elements` draws. */
function boxDisplays() {
  return function visit(node: Node): void {
    for (const child of node.children ?? []) {
      const { className } = child.properties ?? {};
      if (Array.isArray(className) && className.includes("katex-display")) child.tagName = "figure";
      else if (child.tagName !== "span") visit(child);
    }
  };
}
