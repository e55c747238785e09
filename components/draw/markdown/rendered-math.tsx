import "katex/dist/katex.min.css";
import rehypeKatex from "rehype-katex";
import remarkMath from "remark-math";
import { type BlockProps, type Plugins, Rendered } from "./rendered";

// Single dollars are prices; `tidyMath` has doubled those of formulas.
const remark: Plugins = [[remarkMath, { singleDollarTextMath: false }]];
// Without trust, formulas cannot contain links, images or styles. The limits stop macros that expand without
// end.
const rehype: Plugins = [
  [rehypeKatex, { strict: "ignore", trust: false, maxExpand: 500, maxSize: 20, errorColor: "inherit" }],
  boxDisplays,
];

/** A block with formulas; loaded only if a text contains some. */
export function RenderedMath(props: BlockProps) {
  return <Rendered {...props} remark={remark} rehype={rehype} />;
}

type Node = { tagName?: string; properties?: { className?: unknown }; children?: Node[] };

function boxDisplays() {
  return function visit(node: Node): void {
    for (const child of node.children ?? []) {
      const { className } = child.properties ?? {};
      if (Array.isArray(className) && className.includes("katex-display")) child.tagName = "figure";
      else if (child.tagName !== "span") visit(child);
    }
  };
}
