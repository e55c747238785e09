import ReactMarkdown, { type Components, defaultUrlTransform, type Options } from "react-markdown";
import rehypeKatex from "rehype-katex";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import { lineBreaks } from "@/components/draw/markdown/line-breaks";
import { tidyMath } from "@/components/draw/markdown/math-text";
import { isImageUrl } from "@/lib/shared/blocks/image";
import { t } from "@/lib/shared/i18n/en/export";
import { CodeText } from "./code-text";
import { Image } from "./image";

type ProseProps = {
  text: string;
  below: number;
  /** Prefix for footnote ids, unique in the document. */
  id: string;
};

/** Same Markdown extensions as in the chat. */
const REMARK: Options["remarkPlugins"] = [
  [remarkGfm, { singleTilde: false }],
  lineBreaks,
  [remarkMath, { singleDollarTextMath: false }],
];
/** MathML needs no stylesheet or fonts and contains its TeX source. */
const MATH = { output: "mathml", trust: false, strict: "ignore", maxSize: 20, maxExpand: 300 } as const;

/** Renders untrusted Markdown. Raw HTML stays text, and nothing in it runs or loads. */
export function Prose({ text, below, id }: ProseProps) {
  return (
    <div className="prose">
      <ReactMarkdown
        remarkPlugins={REMARK}
        remarkRehypeOptions={{ clobberPrefix: `${id}-` }}
        rehypePlugins={[
          [rehypeKatex, MATH],
          [headings, { below }],
        ]}
        urlTransform={safeUrl}
        components={components}
      >
        {tidyMath(text)}
      </ReactMarkdown>
    </div>
  );
}

/** Relative links are removed, because they have no base in an exported file. */
function safeUrl(url: string, key: string): string {
  if (key === "src") return isImageUrl(url) ? url : "";
  return /^(https?:|mailto:|#)/i.test(url) ? defaultUrlTransform(url) : "";
}

const components: Components = {
  a: ({ href, id, children }) =>
    href ? (
      <a id={id} href={href} rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  ul: ({ children }) => <ul dir="auto">{children}</ul>,
  ol: ({ children, start }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
  img: ({ src, alt }) => <Image url={typeof src === "string" ? src : ""} alt={alt} />,
  input: ({ checked }) => <input type="checkbox" checked={checked} disabled aria-label={t("task")} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
    <div className="scroll" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  th: ({ children, style }) => (
    <th scope="col" style={style}>
      {children}
    </th>
  ),
  pre: ({ node }) => {
    const code = node?.children[0];
    if (code?.type !== "element") return null;
    const language = /language-(\S+)/.exec(String(code.properties.className))?.[1] ?? "";
    const text = code.children.map((child) => (child.type === "text" ? child.value : "")).join("");
    return <CodeText text={text.replace(/\n$/, "")} language={language} />;
  },
};

type Node = { type: string; tagName?: string; children?: Node[] };

const HEADING = /^h([1-6])$/;

/** Shifts headings below the enclosing level, and skips no level between them. */
function headings({ below }: { below: number }) {
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
