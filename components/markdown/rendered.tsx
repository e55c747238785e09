import ReactMarkdown, { defaultUrlTransform, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import { addCaret } from "./caret";
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
