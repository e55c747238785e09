import { afterAll, expect, test } from "vitest";
import { article } from "@/e2e/web/article";
import { closeAll } from "@/lib/ground/base/process";
import { readable as read } from "./process/readable.mjs";
import { readablePage } from "./readable";

const HERE = "https://norvik.example/news/tide";
const { signal } = new AbortController();

afterAll(closeAll);

test("extracts the title, author, date and text of an article, without the content around it", () => {
  const markdown = read(article(1_000), HERE);
  expect(
    markdown.slice(0, markdown.indexOf("Paragraph 1")),
  ).toBe(`# How the Tide Is Read at Norvik – The Norvik Herald

By Ada Fjord · 2024-05-17 · The Norvik Herald

By Ada Fjord, 17 May 2024

## How the tide is measured

Three instruments are in use. **The staff** is the oldest, *the float* the most common, and \`radar\` the most exact.

| Instrument | Error | Since |
| --- | --- | --- |
| Staff | 5 cm | 1805 |
| Float | 2 cm | 1867 |
| Radar | 3 mm | 1995 |

## Reading it by program

The harbour gives its readings as JSON:

\`\`\`js
const { height } = await (await fetch("/json")).json();
console.log(height < 2 ? "low" : "high");
\`\`\`

- Heights are in metres.
- Times are [UTC](https://example.com/utc?a=1&b=2).

1. Ask once an hour.
2. Keep what you got.

![The gauge at the pier](https://norvik.example/picture)

The gauge.

> Time and tide wait for no one.

`);
  expect(markdown).toContain("the [tables of that day](https://norvik.example/tables/1) had said");
  expect(markdown.endsWith("The [harbour office](https://norvik.example/form) answers questions.")).toBe(
    true,
  );
  expect(markdown).not.toMatch(
    /privacy|Buy a boat|Most read|Terms|tracker|JavaScript|nobody sees|hidden too/,
  );
});

test.each([
  [
    "a page without an article",
    "<title>Links</title><body><nav><a href=/a>A</a></nav><p>B",
    "# Links\n\n[A](https://norvik.example/a)\n\nB",
  ],
  ["a page without a head", "<p>one<p>two", "one\n\ntwo"],
  ["text without HTML", "just text", "just text"],
  ["a heading that repeats the title", "<title>T</title><h1>T</h1><p>x", "# T\n\nx"],
  [
    "lists in lists",
    "<ul><li>a<ol start=3><li>b<li>c</ol><li><p>d<p>e</ul>",
    "- a\n  3. b\n  4. c\n- d\n\n  e",
  ],
  ["code that contains fences", "<pre>a\n  ``` b</pre>", "````\na\n  ``` b\n````"],
  ["code with br elements", "<pre>a<br>b</pre>", "```\na\nb\n```"],
  ["a name with wbr elements", "<code>a_<wbr>b</code> c_<wbr>d", "`a_b` c_d"],
  ["invisible tag characters", "<p>hi\u{e0068}\u{e0069}", "hi"],
  ["a table without a head", "<table><tr><td>1<td>2</table>", "|     |     |\n| --- | --- |\n| 1   | 2   |"],
  [
    "a table with lists in it",
    "<table><tr><th>Film<th>Cast<tr><td>A<td><ul><li>B<li>C</ul></table>",
    "| Film | Cast |\n| --- | --- |\n| A   | - B<br>- C |",
  ],
  [
    "layout tables",
    "<table><tr><td><h1>Head</h1>one<table><tr><td>in<td>side</table><td><pre>code</pre></table>",
    "# Head\n\none\n\n|     |     |\n| --- | --- |\n| in  | side |\n\n```\ncode\n```",
  ],
  [
    "exponents and lists of options",
    "10<sup>-6</sup> 1<sup>st</sup> <select><option>A<option>B</select>",
    "10^-6 1st  A  B",
  ],
  ["content after the end tags", "<html><body><p>one</body></html>two<p>three", "one\n\ntwo\n\nthree"],
  [
    "a formula",
    "<p>so <span class=katex><math><annotation encoding=application/x-tex>a_b^2</annotation></math><span aria-hidden=true>ab2</span></span>",
    "so `a_b^2`",
  ],
  [
    "addresses relative to a base element",
    "<base href=//cdn.example/x/><img src=y.png alt=Y>",
    "![Y](https://cdn.example/x/y.png)",
  ],
  [
    "links without a usable target",
    "<a href='#top'>up</a> <a href='javascript:alert(1)'>run</a> <a href='data:text/html,x'>data</a> <a href='http://['>bad</a>",
    "up run data bad",
  ],
  [
    "data images and tracking pixels",
    "<p>x<img src=data:image/png;base64,AAAA><img src=/pixel width=1 height=1>",
    "x",
  ],
  [
    "hidden elements",
    "<p>seen<p style='color: red; DISPLAY : none'>a<p hidden>b<div aria-hidden=true>c</div><noscript>d</noscript><!-- e --><template>f</template>",
    "seen",
  ],
  ["text that looks like markup", "<p># 1. *a* [b](c) _d_ e_f_g", "\\# 1. \\*a\\* \\[b\\](c) \\_d\\_ e_f_g"],
])("converts %s", (_, html, markdown) => {
  expect(read(html, HERE)).toBe(markdown);
});

test("converts every row of a table with thousands of rows", () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => `<tr><td>${at}<td>x</tr>`).join("");
  const lines = read(`<table><thead><tr><td>A<td>B</thead>${rows}</table>`, HERE).split("\n");
  expect(lines.slice(0, 3)).toEqual(["| A   | B   |", "| --- | --- |", "| 0   | x   |"]);
  expect(lines).toHaveLength(3_002);
});

test("returns null for pages that would take too long or too much memory, and converts other pages", async () => {
  const nested = "<div>".repeat(1_000_000);
  const heavy = `<div ${Array.from({ length: 400_000 }, (_, at) => `a${at}=b`).join(" ")}>`;
  const [loops, bursts, other] = await Promise.all([
    readablePage(nested, HERE, signal, 1_000),
    readablePage(heavy, HERE, signal),
    readablePage("<p>hello", HERE, signal),
  ]);
  expect([loops, bursts, other]).toEqual([null, null, "hello"]);
  expect(await readablePage("<p>hello again", HERE, signal)).toBe("hello again");
});

test("rejects when the signal aborts during the conversion", async () => {
  const stop = new AbortController();
  const reading = readablePage("<div>".repeat(1_000_000), HERE, stop.signal);
  stop.abort(new Error("stopped"));
  await expect(reading).rejects.toThrow("stopped");
});
