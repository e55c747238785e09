import { common, createLowlight } from "lowlight";
import { memo, type ReactNode } from "react";
import { linesOf } from "./code-lines";

const lowlight = createLowlight(common);

type Nodes = ReturnType<typeof lowlight.highlight>["children"];
type HighlightedProps = { text: string; language: string; numbered?: boolean };

/** Highlights code. Unknown languages stay plain. Load it on demand. */
export const Highlighted = memo(function Highlighted({ text, language, numbered = false }: HighlightedProps) {
  const name = language.toLowerCase();
  const isKnown = lowlight.registered(name);
  if (!isKnown && !numbered) return text;
  const nodes: Nodes = isKnown ? lowlight.highlight(name, text).children : [{ type: "text", value: text }];
  if (!numbered) return draw(nodes);
  return linesOf(nodes).map((line, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position
      key={index}
      className="block min-h-[18px] pl-10 [counter-increment:line] before:-ml-10 before:inline-block before:w-10 before:pr-4 before:text-right before:text-ink-3 before:tabular-nums before:content-[counter(line)]"
    >
      {draw(line)}
    </span>
  ));
});

function draw(nodes: Nodes): ReactNode[] {
  return nodes.map((node, index) => {
    if (node.type === "text") return node.value;
    if (node.type !== "element") return null;
    const classes = node.properties.className;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <span key={index} className={Array.isArray(classes) ? classes.join(" ") : undefined}>
        {draw(node.children)}
      </span>
    );
  });
}
