type Node = {
  type: string;
  tagName?: string;
  value?: string;
  children?: Node[];
  properties?: Record<string, unknown>;
};

/** Of the element that `elements` draws as the caret. */
const CARET = "ins";

/** Puts the caret at the end of the innermost last piece of text, where the next word will come. */
export function addCaret() {
  return (tree: Node) => {
    let place = tree;
    for (let last = lastElement(place); last; last = lastElement(place)) place = last;
    const caret = { type: "element", tagName: CARET, properties: {}, children: [] };
    place.children = [...(place.children ?? []), caret];
  };
}

const CONTAINERS = new Set(["p", "ul", "ol", "li", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"]);

/** The last child to go into, if the text ends inside of it. */
function lastElement({ children = [] }: Node): Node | undefined {
  const last = children.findLast((child) => child.type === "element" || !isBlank(child));
  return last?.tagName && CONTAINERS.has(last.tagName) ? last : undefined;
}

const isBlank = ({ type, value }: Node): boolean => type === "text" && value?.trim() === "";
