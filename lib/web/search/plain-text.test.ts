import { expect, test } from "vitest";
import { cpuMs } from "@/lib/ground/base/testing/cpu";
import { textOfHtml } from "./plain-text";

test.each([
  ["A <strong>ferry</strong> &amp; its <a href='x'>fares</a>", "A ferry & its fares"],
  ["caf&eacute; &hellip; &#x27;x&#39; &lt;b&gt;", "café … 'x' <b>"],
  ["a < b, x<y and <3", "a < b, x<y and <3"],
  ["one\n\ttwo<br>three", "one two three"],
  ["before <script>alert('x')</script><style>p{}</style> after", "before after"],
  ["before <script>alert('x')", "before"],
  ["<!-- nobody --> said <img src=x onerror=alert(1)>", "said"],
  ["hid\u200bden \u{e0041}\u{e0042} \u202etxt\u0007", "hidden txt"],
  ["👩\u200d💻", "👩\u200d💻"],
])("converts %j to %j", (html, text) => expect(textOfHtml(html, 400)).toBe(text));

test("truncates a long text at a word, without splitting a character", () => {
  const cut = textOfHtml("word ".repeat(200), 400);
  expect(cut).toMatch(/^(word )+word…$/);
  expect(cut.length).toBeLessThanOrEqual(400);
  expect(textOfHtml("😀".repeat(500), 400)).toMatch(/^(😀)+…$/u);
});

test("handles hostile input in limited time", () => {
  const bombs = [
    "<a".repeat(500_000),
    "<p>".repeat(300_000),
    "<script>".repeat(200_000),
    "&".repeat(1_000_000),
  ];
  const took = cpuMs(() => {
    for (const bomb of bombs) expect(textOfHtml(bomb, 400).length).toBeLessThanOrEqual(400);
  });
  expect(took).toBeLessThan(1_000);
});
