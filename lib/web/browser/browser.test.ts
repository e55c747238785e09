import { expect, test } from "vitest";
import { page, stage } from "./testing/stage";

const LINES = Array.from({ length: 7_000 }, (_, n) => `line ${n}`);
const PAGES = {
  edits: page(`<div id=free contenteditable>Hi</div><input id=old value=abc><input id=fixed readonly value=x>
    <iframe srcdoc="<button id=inner onclick='this.textContent=1'>Inner</button>"></iframe>`),
  unseen:
    page(`<input id=gone style="display:none"><div inert><input id=inert></div><input id=moves onfocus="other.focus()">
    <input id=other><select id=list><option>One<option disabled>Two</select>`),
  parts: page(`<p>Top</p><my-card><b>Light</b></my-card><iframe srcdoc="<p>Framed</p>"></iframe>
    <iframe srcdoc="<p>Unseen</p>" style="display:none"></iframe><script>customElements.define("my-card", class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML =
        "<style>b{}</style>Own <h2>Words</h2><p hidden>Hidden</p><slot></slot><a href=/article>Read</a>"; } })</script>`),
  drawing: {
    type: "image/svg+xml",
    body: "<svg xmlns='http://www.w3.org/2000/svg'><text>Drawn</text></svg>",
  },
  tall: page("<div style='height: 40000px; background: linear-gradient(red, blue)'></div>"),
  long: page(`<main>${LINES.join("<br>")}</main>`),
  circle: { status: 302, headers: { location: "/circle" } },
};
const scene = stage(PAGES);

test("fills in and submits a form, and reads the result", async () => {
  const { gives, opens } = scene.conversation();
  expect(await opens("form")).toEqual({
    url: `${scene.site.url}/form`,
    title: "Ask the harbour office",
    status: 200,
  });
  expect(await gives("type", { selector: "#name", text: "Ada" })).toEqual({
    ok: true,
    element: 'field "Name"',
  });
  await gives("type", { selector: "#topic", text: "The tides" });
  await gives("type", { selector: "#date", text: "2026-03-31" });
  await gives("click", { selector: "#boat" });
  expect(await gives("click", { selector: "text=Send" })).toEqual({
    ok: true,
    element: 'button "Send"',
    url: `${scene.site.url}/thanks`,
    title: "Thank you",
  });
  expect(await gives("extract_text", { selector: "dl" })).toEqual({
    text: "name\nAda\nemail\ntopic\ntides\nboat\nyes\ndate\n2026-03-31",
  });
  expect(await gives("extract_html", { selector: "h1", outer: true })).toEqual({
    html: "<h1>Thank you, Ada!</h1>",
  });
  await opens("");
  expect(await gives("extract_text")).toMatchObject({
    links: expect.arrayContaining([`article ${scene.site.url}/article`]),
  });
});

test.each(["text", "html"])("reads a long page completely as %s, part by part", async (kind) => {
  const { gives, opens } = scene.conversation();
  await opens("long");
  let whole = "";
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const part: Record<string, unknown> = Object(
      await gives(`extract_${kind}`, { selector: "main", offset }),
    );
    whole += part[kind];
    offset = typeof part.next_offset === "number" ? part.next_offset : undefined;
  }
  expect(whole).toBe(LINES.join(kind === "text" ? "\n" : "<br>"));
});

test("concurrent calls run in the order in which they were made", async () => {
  const { gives, opens } = scene.conversation();
  const calls = [
    opens("login"),
    gives("type", { selector: "#user", text: "ada" }),
    gives("type", { selector: "#password", text: "secret\n" }),
    opens("account"),
    gives("extract_text", { selector: "h1" }),
  ];
  expect((await Promise.all(calls)).slice(-2)).toEqual([
    expect.objectContaining({ url: `${scene.site.url}/account` }),
    { text: "Hello, ada" },
  ]);
});

test("errors name the selector or value that failed, and list similar elements or the allowed values", async () => {
  const { gives, opens } = scene.conversation();
  await opens("form");
  const missing = await gives("click", { selector: "#sendd" });
  expect(missing).toMatch(/matches "#sendd"\. Similar elements, with matching selectors:\n- #send "Send"\n/);
  expect(await gives("click", { selector: "##" })).toMatch(/"##" is not a selector: .*Give CSS/);
  expect(await gives("type", { selector: "#topic", text: "Fish" })).toBe(
    'The list has no "Fish". It has: Choose…, A berth, The tides.',
  );
  expect(await gives("type", { selector: "#date", text: "31.3.2026" })).toMatch(/Give it as 2026-03-31/);
  expect(await gives("type", { selector: "#boat", text: "x" })).toMatch(/use browser_click on it/);
  expect(await gives("type", { selector: "h1", text: "x" })).toMatch(/nothing can be typed there/);
});

test("appends or replaces text, refuses read-only fields, and clicks inside frames", async () => {
  const { gives, opens } = scene.conversation();
  await opens("edits");
  await gives("type", { selector: "#free", text: " you" });
  await gives("type", { selector: "#old", text: "d" });
  expect(await gives("type", { selector: "#fixed", text: "d" })).toMatch(/read-only/);
  const both = "[free.innerText, old.value]";
  expect(await gives("evaluate", { code: both })).toEqual({ result: ["Hi you", "abcd"] });
  await gives("type", { selector: "#free", text: "New", clear_first: true });
  await gives("type", { selector: "#old", text: "e".repeat(2_000), clear_first: true });
  expect(await gives("evaluate", { code: both })).toEqual({ result: ["New", "e".repeat(2_000)] });
  await gives("click", { selector: "#inner" });
  expect(await gives("extract_text", { selector: "#inner" })).toEqual({ text: "1" });
});

test("does not type if the keys would go to another element, and names that element", async () => {
  const { gives, opens } = scene.conversation();
  await opens("unseen");
  for (const [id, elsewhere] of [
    ["gone", "body"],
    ["inert", "body"],
    ["moves", "input#other"],
  ])
    expect(await gives("type", { selector: `#${id}`, text: "x" })).toMatch(`They would go to ${elsewhere}.`);
  expect(await gives("evaluate", { code: "other.value" })).toEqual({ result: "" });
  expect(await gives("type", { selector: "#list", text: "Two" })).toMatch('no "Two". It has: One.');
});

test("extracts text of web components, of frames, and of a document that is not HTML", async () => {
  const { gives, opens } = scene.conversation();
  await opens("parts");
  expect(await gives("extract_text")).toEqual({
    text: "Top\n\nLight\n\nOwn\n\nWords\n\nRead\n\nFramed",
    links: [`Read ${scene.site.url}/article`],
  });
  await opens("drawing");
  expect(await gives("extract_text")).toEqual({ text: "Drawn" });
  expect(await opens("circle")).toMatch(/in a loop/);
  expect(await gives("extract_text")).toMatch(/returned no page/);
});

test("returns the value of evaluated code, or the page's error", async () => {
  const { gives, opens } = scene.conversation();
  await opens("edits");
  const value = (code: string) => gives("evaluate", { code });
  expect(await value("document.title;")).toEqual({ result: "T" });
  expect(await value("const a = await Promise.resolve(1); return { a, b: [free] }")).toEqual({
    result: { a: 1, b: ['<div id="free" contenteditable="">Hi</div>'] },
  });
  expect(await value("() => 7")).toEqual({ result: 7 });
  expect(await value("old.onclick = () => { old.value = 'called' }")).toMatchObject({
    result: expect.stringMatching(/called/),
  });
  expect(await value("old.value")).toEqual({ result: "abc" });
  expect(await value("const a = 1\nconst b = a\n  + 1; b;")).toEqual({ result: 2 });
  expect(await value("if (free) { return 3 } old.value")).toEqual({ result: 3 });
  expect(await value("document")).toMatchObject({ result: expect.stringMatching(/^<html>/) });
  for (const nothing of ["const a = 1", "a(); function a() { return 1 }"])
    expect(await value(nothing)).toMatchObject({
      result: null,
      note: expect.stringMatching(/returned no value/),
    });
  expect(await value("null.x")).toBe(
    "The page threw: TypeError: Cannot read properties of null (reading 'x')",
  );
  expect(await value("const =")).toMatch(/SyntaxError/);
  expect(await value("'x'.repeat(1e6)")).toMatchObject({ note: expect.stringMatching(/1000002 characters/) });
});

test("limits a screenshot of a tall page in height and bytes", async () => {
  const { gives, opens } = scene.conversation();
  await opens("tall");
  const shot = await gives("screenshot", { full_page: true });
  expect(shot).toMatchObject({ note: expect.stringMatching(/this is the top left part, 1280 × 6000/) });
  expect((shot as { image: string }).image.length).toBeLessThanOrEqual(300_000);
  await opens("form");
  expect(await gives("screenshot")).toMatchObject({ width: 1280, height: 800 });
  const small = (await gives("screenshot", { selector: "#send" })) as { width: number; height: number };
  expect(small.width).toBeLessThan(200);
}, 40_000);
