import ReactMarkdown, { defaultUrlTransform, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import { elements } from "./elements";
import { lineBreaks } from "./line-breaks";

export type BlockProps = {
  text: string;
  /** Prefix of the footnotes' ids, which distinguishes them from the footnotes of other texts. */
  prefix: string;
  caret: boolean;
  highest: number;
};

export type Plugins = NonNullable<Options["remarkPlugins"]>;

type RenderedProps = BlockProps & { remark?: Plugins; rehype?: Plugins };

const none: Plugins = [];
// A single tilde more often means "about" than strikethrough.
const gfm: Plugins = [[remarkGfm, { singleTilde: false }], lineBreaks];

export function Rendered({ text, prefix, caret, highest, remark = none, rehype = none }: RenderedProps) {
  return (
    <ReactMarkdown
      remarkPlugins={[...gfm, ...remark]}
      // A heading would make the footnotes a section of the page.
      remarkRehypeOptions={{ clobberPrefix: prefix, footnoteLabelTagName: "p" }}
      rehypePlugins={caret ? [...rehype, addCaret] : rehype}
      urlTransform={safeUrl}
      components={elements[highest - 1]}
    >
      {text}
    </ReactMarkdown>
  );
}

/** Allows images in data URLs; other URLs follow react-markdown's rule. */
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

/** Element that `elements` renders as the caret. */
const CARET = "ins";

function addCaret() {
  return (tree: Node) => {
    let place = tree;
    for (let last = lastElement(place); last; last = lastElement(place)) place = last;
    const caret = { type: "element", tagName: CARET, properties: {}, children: [] };
    place.children = [...(place.children ?? []), caret];
  };
}

const CONTAINERS = new Set(["p", "ul", "ol", "li", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"]);

function lastElement({ children = [] }: Node): Node | undefined {
  const last = children.findLast((child) => child.type === "element" || !isBlank(child));
  return last?.tagName && CONTAINERS.has(last.tagName) ? last : undefined;
}

const isBlank = ({ type, value }: Node): boolean => type === "text" && value?.trim() === "";
