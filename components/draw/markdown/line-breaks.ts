type Node = { type: string; value?: string; children?: Node[] };

const BREAK = /^<br\s*\/?>$/i;

/** Models break lines in table cells with `<br>`, the one tag of HTML that is more than text here. */
export function lineBreaks() {
  return function visit(node: Node): void {
    for (const child of node.children ?? []) {
      if (child.type === "html" && BREAK.test(child.value ?? "")) child.type = "break";
      else visit(child);
    }
  };
}
