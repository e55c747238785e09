import { expect, it } from "vitest";
import { agent, conversation, painted, user, written } from "./testing";

const EVIL = [
  "<script>alert(1)</script>",
  "</script><img src=x onerror=alert(1)>",
  '"><svg onload=alert(1)>',
  "</title></style></textarea></details></article><iframe src=//evil.example>",
  "<!-- --><base href=//evil.example><meta http-equiv=refresh content=0>",
  "[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,x) [d](vbscript:x) [e](//evil.example/e)",
  "![x](https://evil.example/pixel.gif) ![y](javascript:alert(1)) ![z](data:text/html,<script>)",
  "<a href='javascript:alert(1)'>x</a><style>*{display:none}</style><form action=//evil.example>",
  "[x]: javascript:alert(1)\n\n[x] <javascript:alert(1)>",
  "$$\\href{javascript:alert(1)}{x} \\includegraphics{https://evil.example/a.png} \\htmlData{onload=alert(1)}{x}$$",
  "$$\\url{javascript:alert(1)} \\rule{99999em}{99999em}$$",
  "```html\n</code></pre><script>alert(1)</script>\n```",
].join("\n\n");

const form = {
  type: "form",
  fields: [{ name: EVIL.slice(0, 40), label: "a", type: "text" }],
  submitLabel: "b",
};
const short = EVIL.slice(0, 190);
const blocks = [
  { type: "markdown", content: EVIL },
  { type: "alert", variant: "danger", content: EVIL },
  { type: "code", language: "html", content: EVIL },
  { type: "json", data: { [EVIL]: EVIL } },
  { type: "table", columns: [{ key: "a", label: short }], data: [{ a: EVIL }, { a: { b: EVIL } }] },
  {
    type: "chart",
    chartType: "bar",
    title: short,
    xLabel: short,
    unit: short,
    data: { labels: [short], series: [{ name: short, values: [1] }] },
  },
  { type: "image", url: 'https://evil.example/"onerror="alert(1)', alt: EVIL.slice(0, 900) },
  { type: "image", url: "data:image/svg+xml,<svg onload=alert(1)>", alt: short },
  form,
];

const hostile = conversation([
  user(EVIL),
  agent(
    { type: "text", text: EVIL },
    { type: "reasoning", text: EVIL },
    { type: "tool-<script>", toolCallId: EVIL, state: "output-error", input: EVIL, errorText: EVIL },
    {
      type: "tool-get_state",
      toolCallId: "2",
      state: "output-available",
      input: { key: EVIL },
      output: EVIL,
    },
    {
      type: "tool-ask_user",
      toolCallId: "3",
      state: "output-available",
      input: { question: EVIL, options: [EVIL] },
      output: { answer: EVIL },
    },
    { type: "file", mediaType: "text/html", filename: EVIL, url: `data:text/html;base64,${btoa(EVIL)}` },
    { type: "file", mediaType: "text/html", filename: EVIL, url: "javascript:alert(1)" },
    { type: "data-notice", data: { kind: "error", code: "x", message: EVIL } },
    painted({ title: short, blocks }),
  ),
]);
hostile.conversation.title = EVIL;

it("model output is escaped, and neither runs nor loads anything", async () => {
  const html = await written(hostile);
  const tags = html.replace(/<style>.*?<\/style>/s, "").match(/<[^>]*>/g) ?? [];
  expect(tags.filter((tag) => /^<\/?(script|iframe|base|form|style|object|embed|link)/i.test(tag))).toEqual(
    [],
  );
  expect(tags.filter((tag) => /\son\w+\s*=/i.test(tag.replace(/"[^"]*"/g, '""')))).toEqual([]);
  const addresses = [...html.matchAll(/\s(?:href|src|action|srcset)="([^"]*)"/g)].map(([, url]) => url);
  expect(addresses.filter((url) => !/^(https:\/\/evil|data:image\/|#)/.test(url ?? ""))).toEqual([]);
  const sources = [...html.matchAll(/\ssrc="([^"]*)"/g)].map(([, url]) => url);
  expect(sources).toEqual(["data:image/svg+xml,&lt;svg onload=alert(1)&gt;"]);
});

it("a policy before any other content forbids scripts and requests", async () => {
  const html = await written(hostile);
  expect(html.indexOf("Content-Security-Policy")).toBeLessThan(html.indexOf("<title>"));
  expect(html).toContain("default-src &#x27;none&#x27;");
  expect(html.match(/<meta http-equiv/gi)).toHaveLength(1);
});
