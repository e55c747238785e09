import type { createLowlight } from "lowlight";

type Nodes = ReturnType<ReturnType<typeof createLowlight>["highlight"]>["children"];

/** Splits highlighted nodes into lines. A node that spans several lines is repeated in each of them. */
export function linesOf(nodes: Nodes): Nodes[] {
  const lines: Nodes[] = [[]];
  const add = (pieces: Nodes, isNext: boolean) => {
    if (isNext) lines.push([]);
    lines.at(-1)?.push(...pieces);
  };
  for (const node of nodes) {
    if (node.type === "text") {
      node.value.split("\n").forEach((value, index) => {
        add(value ? [{ ...node, value }] : [], index > 0);
      });
    } else if (node.type === "element") {
      linesOf(node.children).forEach((children, index) => {
        // Children of an element are only texts and elements.
        const inner = children.filter((child) => child.type !== "doctype");
        add(inner.length > 0 ? [{ ...node, children: inner }] : [], index > 0);
      });
    }
  }
  return lines;
}
