type Node = { type: string; tagName?: string; children?: Node[] };

const HEADING = /^h([1-6])$/;

/** Puts the headings of a text below the one that stands above it, none more than one level below the one before. */
export function headings({ below }: { below: number }) {
  return (tree: Node) => {
    const found = headingsIn(tree);
    const top = Math.min(...found.map(levelOf));
    let before = below;
    for (const node of found) {
      const level = Math.min(levelOf(node) - top + below + 1, before + 1, 6);
      node.tagName = `h${level}`;
      before = level;
    }
  };
}

const levelOf = ({ tagName = "" }: Node): number => Number(HEADING.exec(tagName)?.[1]);

function headingsIn({ children = [] }: Node): Node[] {
  return children.flatMap((child) => [
    ...(HEADING.test(child.tagName ?? "") ? [child] : []),
    ...headingsIn(child),
  ]);
}
