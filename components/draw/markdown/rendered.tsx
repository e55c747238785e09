import ReactMarkdown, { defaultUrlTransform, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import { elements } from "./elements";
import { lineBreaks } from "./line-breaks";

export type BlockProps = {
  text: string;
  /** Keeps the ids of footnotes apart from those of other texts. */
  prefix: string;
  caret: boolean;
  /** The highest level of heading in the whole text. */
  highest: number;
};

export type Plugins = NonNullable<Options["remarkPlugins"]>;

type RenderedProps = BlockProps & { remark?: Plugins; rehype?: Plugins };

const none: Plugins = [];
// A single tilde means "about" more often than "struck".
const gfm: Plugins = [[remarkGfm, { singleTilde: false }], lineBreaks];

/** A block as our own elements. */
export function Rendered({ text, prefix, caret, highest, remark = none, rehype = none }: RenderedProps) {
  return (
    <ReactMarkdown
      remarkPlugins={[...gfm, ...remark]}
      // Named by a heading, the footnotes would be a part of the page and not of the text.
      remarkRehypeOptions={{ clobberPrefix: prefix, footnoteLabelTagName: "p" }}
      rehypePlugins={caret ? [...rehype, addCaret] : rehype}
      urlTransform={safeUrl}
      components={elements[highest - 1]}
    >
      {text}
    </ReactMarkdown>
  );
}

/** Pictures that came as data may stay; all other addresses go by react-markdown's own rule. */
function safeUrl(url: string, key: string): string {
  return key === "src" && url.startsWith("data:image/") ? url : defaultUrlTransform(url);
}

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
function addCaret() {
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
