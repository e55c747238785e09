type Node = { type: string; value?: string; children?: Node[] };

const BREAK = /^<br\s*\/?>$/i;

/** Turns `<br>` into a line break, because models use it in table cells. All other HTML stays text. */
export function lineBreaks() {
  return function visit(node: Node): void {
    for (const child of node.children ?? []) {
      if (child.type === "html" && BREAK.test(child.value ?? "")) child.type = "break";
      else visit(child);
    }
  };
}
