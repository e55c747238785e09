import { common, createLowlight } from "lowlight";
import { memo, type ReactNode } from "react";

const lowlight = createLowlight(common);

type Nodes = ReturnType<typeof lowlight.highlight>["children"];

/** Loaded only when there is code to show. A language that it does not know stays plain. */
export const Highlighted = memo(function Highlighted({ text, language }: { text: string; language: string }) {
  const name = language.toLowerCase();
  if (!lowlight.registered(name)) return text;
  return draw(lowlight.highlight(name, text).children);
});

function draw(nodes: Nodes): ReactNode[] {
  return nodes.map((node, index) => {
    if (node.type === "text") return node.value;
    if (node.type !== "element") return null;
    const classes = node.properties.className;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
      <span key={index} className={Array.isArray(classes) ? classes.join(" ") : undefined}>
        {draw(node.children)}
      </span>
    );
  });
}
