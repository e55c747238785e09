import type { createLowlight } from "lowlight";

type Nodes = ReturnType<ReturnType<typeof createLowlight>["highlight"]>["children"];

/** Coloured pieces, line by line. A piece that goes over several lines is one of each of them. */
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
        // What is inside of an element is text and elements only.
        const inner = children.filter((child) => child.type !== "doctype");
        add(inner.length > 0 ? [{ ...node, children: inner }] : [], index > 0);
      });
    }
  }
  return lines;
}
