import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Site, startSite } from "@/e2e/web/site";
import { closeAll } from "@/lib/process";
import { callTool } from "@/lib/tools/call";
import { findTool } from "@/lib/tools/index";
import type { Session } from "./session";
import { findSession } from "./sessions";

let site: Site;
const agentId = randomUUID();

beforeAll(async () => {
  vi.stubEnv("EASEL_EGRESS_ALLOW", "localhost");
  site = await startSite(PAGES);
});
afterAll(async () => {
  await closeAll();
  await site.close();
});

const page = (body: string) => ({ body: `<!doctype html><title>T</title>${body}` });
const PAGES = {
  asks: page(`<button id=ask onclick="document.title = String(confirm('Sure?'))">Ask</button>
    <a id=new href=/article target=_blank>New</a><input id=up type=file>
    <button id=cover onclick="over.style.display='block'">Cover</button>
    <div id=over style="position:fixed;inset:0;display:none"></div>`),
  floods: page(
    "<button id=flood onclick='for (let i = 0; i < 20; i++) window.open(`/article`)'>Flood</button>",
  ),
  hangs: page("<button id=hang onclick='for(;;);'>Hang</button>"),
  eats: page(
    "<button id=eat onclick='const all=[]; setInterval(() => all.push(new Uint8Array(2e8).fill(1)), 30)'>Eat</button>",
  ),
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
  patient: page("<a id=slow href='/slow?ms=6000'>Slow</a>"),
  circle: { status: 302, headers: { location: "/circle" } },
  lies: page(`<p id=p>Here</p><script>
    String.prototype.slice = () => "x".repeat(1e6);
    Object.defineProperty(HTMLElement.prototype, "innerText", { get: () => ({ replace: () => 7 }) });
    JSON.stringify = () => ({ length: {}, slice: () => ({}) });
  </script>`),
  tall: page("<div style='height: 40000px; background: linear-gradient(red, blue)'></div>"),
  away: page("<script>location = '/article'</script>"),
  leaves: page(
    "<script>addEventListener('beforeunload', (e) => e.preventDefault())</script><p id=p>Stay</p>",
  ),
};

/** A conversation whose agent calls the browser's tools: what they give, or the words of their error. */
function conversation() {
  const conversationId = randomUUID();
  const gives = async (name: string, input: object = {}, signal = new AbortController().signal) => {
    const found = findTool(`browser_${name}`);
    if (!found) throw new Error(`There is no browser_${name}`);
    const outcome = await callTool(found.name, found.tool, input, {
      ...{ agentId, conversationId, messageId: randomUUID(), runId: randomUUID(), toolCallId: randomUUID() },
      signal,
    });
    return outcome.ok ? outcome.output : outcome.error;
  };
  const session = (): Session => {
    const found = findSession(conversationId);
    if (!found) throw new Error("No browser is open");
    return found;
  };
  return { gives, session, opens: (path: string) => gives("navigate", { url: `${site.url}/${path}` }) };
}

test("a form is filled in, sent, and what comes of it read", async () => {
  const { gives, opens } = conversation();
  expect(await opens("form")).toEqual({
    url: `${site.url}/form`,
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
    url: `${site.url}/thanks`,
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
    links: expect.arrayContaining([`article ${site.url}/article`]),
  });
});

test("calls that come together are done in their order", async () => {
  const { gives, opens } = conversation();
  const calls = [
    opens("login"),
    gives("type", { selector: "#user", text: "ada" }),
    gives("type", { selector: "#password", text: "secret\n" }),
    opens("account"),
    gives("extract_text", { selector: "h1" }),
  ];
  expect((await Promise.all(calls)).slice(-2)).toEqual([
    expect.objectContaining({ url: `${site.url}/account` }),
    { text: "Hello, ada" },
  ]);
});

test("an error names what was asked for, and what is there instead", async () => {
  const { gives, opens } = conversation();
  await opens("form");
  const missing = await gives("click", { selector: "#sendd" });
  expect(missing).toMatch(/fits "#sendd"\. What is there, with selectors that fit:\n- #send "Send"\n/);
  expect(await gives("click", { selector: "##" })).toMatch(/"##" is no selector: .*Give CSS/);
  expect(await gives("type", { selector: "#topic", text: "Fish" })).toBe(
    'The list has no "Fish". It has: Choose…, A berth, The tides.',
  );
  expect(await gives("type", { selector: "#date", text: "31.3.2026" })).toMatch(/Give it as 2026-03-31/);
  expect(await gives("type", { selector: "#boat", text: "x" })).toMatch(/use browser_click on it/);
  expect(await gives("type", { selector: "h1", text: "x" })).toMatch(/nothing can be typed there/);
});

test("text goes behind what is there, or in its place, and frames are looked into", async () => {
  const { gives, opens } = conversation();
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

test("keys that would not reach a field are not typed, and it says where they would go", async () => {
  const { gives, opens } = conversation();
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

test("the text of a page is that of its components and frames, too, and of what is no HTML", async () => {
  const { gives, opens } = conversation();
  await opens("parts");
  expect(await gives("extract_text")).toEqual({
    text: "Top\n\nLight\n\nOwn\n\nWords\n\nRead\n\nFramed",
    links: [`Read ${site.url}/article`],
  });
  await opens("drawing");
  expect(await gives("extract_text")).toEqual({ text: "Drawn" });
  expect(await opens("circle")).toMatch(/in a circle/);
  expect(await gives("extract_text")).toMatch(/gave no page/);
});

test("code gives its value or what it throws", async () => {
  const { gives, opens } = conversation();
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
    expect(await value(nothing)).toMatchObject({ result: null, note: expect.stringMatching(/return one/) });
  expect(await value("null.x")).toBe(
    "The page threw: TypeError: Cannot read properties of null (reading 'x')",
  );
  expect(await value("const =")).toMatch(/SyntaxError/);
  expect(await value("'x'.repeat(1e6)")).toMatchObject({ note: expect.stringMatching(/1000002 characters/) });
});

test("a page that has replaced what scripts lean on gives no more than it may", async () => {
  const { gives, opens } = conversation();
  await opens("lies");
  expect(await gives("extract_text")).toMatch(/keeps its own text from being read/);
  const { html = "" } = (await gives("extract_html")) as { html?: string };
  expect(html.length).toBeLessThanOrEqual(30_000);
  expect(await gives("evaluate", { code: "1" })).toMatch(/keeps its own text/);
  expect(await gives("click", { selector: "#none" })).toMatch(/^Nothing on/);
});

test("what cannot be opened is said in words", async () => {
  const { gives, opens } = conversation();
  const go = (url: string) => gives("navigate", { url });
  expect(await gives("extract_text")).toBe("No browser is open. Call browser_navigate first.");
  expect(await go("file:///etc/passwd")).toMatch(/only http and https addresses, not file:/);
  for (const url of ["http://127.0.0.1/", "https://127.0.0.1/", `${site.url}/leads?url=http://127.0.0.1/`])
    expect(await go(url)).toMatch(/127\.0\.0\.1 is not on the public internet/);
  expect(await opens("binary")).toMatch(/gave a file or an empty answer.*fetch_url/);
  expect(await opens("status/404")).toMatchObject({ status: 404, title: "" });
  expect(await opens("away")).toMatchObject({ url: `${site.url}/article` });
});

test("what a page asks of a person is dismissed and told; what it opens becomes a tab", async () => {
  const { gives, opens, session } = conversation();
  await opens("asks");
  expect(await gives("click", { selector: "#ask" })).toMatchObject({
    title: "false",
    notes: ["The page showed a question, which was dismissed: Sure?"],
  });
  expect(await gives("click", { selector: "#up" })).toMatchObject({
    notes: [expect.stringMatching(/asked for a file/)],
  });
  expect(await gives("click", { selector: "#new" })).toMatchObject({
    url: `${site.url}/article`,
    notes: ["A new tab was opened, and is the current one now."],
  });
  expect(
    session()
      .state()
      .tabs.map(({ isCurrent }) => isCurrent),
  ).toEqual([false, true]);
  await session().closeTab(session().state().tabs[1]?.id ?? "");
  await gives("click", { selector: "#cover" });
  expect(await gives("click", { selector: "#ask" })).toMatch(/<div id="over"> lies over it/);
  await opens("leaves");
  await gives("click", { selector: "#p" });
  expect(await opens("article")).toMatchObject({ status: 200 });
});

test("a page that answers late is waited for, and what is stopped meanwhile leaves the one before", async () => {
  const { gives, opens, session } = conversation();
  await opens("patient");
  const stop = new AbortController();
  const slow = gives("navigate", { url: `${site.url}/slow` }, stop.signal);
  await vi.waitFor(() => expect(site.asked).toContain("GET /slow"));
  stop.abort();
  expect(await slow).toMatch(/was stopped/);
  expect(session().url).toBe(`${site.url}/patient`);
  expect(await gives("click", { selector: "#slow" })).toEqual({
    ...{ ok: true, element: 'link "Slow"', url: `${site.url}/slow?ms=6000`, title: "" },
  });
  expect(await gives("extract_text")).toEqual({ text: "at last" });
}, 20_000);

test("a page that opens tabs without end gets eight", async () => {
  const { gives, opens, session } = conversation();
  await opens("floods");
  const clicked = await gives("click", { selector: "#flood" });
  await vi.waitFor(() => expect(session().tabs).toHaveLength(8), 5_000);
  await vi.waitFor(() => expect(session().context.pages()).toHaveLength(8), 5_000);
  expect(JSON.stringify([clicked, await opens("form")])).toMatch(/one more tab than the 8/);
});

test("a script that never ends is ended, and what eats memory is closed", async () => {
  const { gives, opens } = conversation();
  await opens("hangs");
  expect(await gives("click", { selector: "#hang" })).toMatch(/a script of it may never end/);
  expect(await gives("extract_text")).toMatchObject({
    text: "Hang",
    notes: [expect.stringMatching(/was stopped/)],
  });
  await opens("eats");
  await gives("click", { selector: "#eat" });
  await vi.waitFor(async () => expect(await gives("extract_text")).toMatch(/No page is open/), 8_000);
  expect(await opens("form")).toMatchObject({ notes: [expect.stringMatching(/too much memory/)] });
}, 40_000);

test("a browser that is killed is told of, and the next call starts another", async () => {
  const { gives, opens, session } = conversation();
  await opens("form");
  const devTools = await session().context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await devTools?.send("SystemInfo.getProcessInfo")) ?? {};
  const slow = gives("evaluate", { code: "new Promise(() => {})" });
  process.kill(processInfo.find(({ type }) => type === "browser")?.id ?? 0, "SIGKILL");
  expect(await slow).toMatch(/The browser crashed/);
  expect(await gives("extract_text")).toMatch(/The browser crashed.*browser_navigate/);
  expect(await opens("form")).toMatchObject({ notes: [expect.stringMatching(/^This is a new browser/)] });
});

test("the person takes over in the middle of a call, and it goes on when they hand it back", async () => {
  const { gives, opens, session } = conversation();
  await opens("form");
  const slow = gives("evaluate", { code: "new Promise(() => {})" });
  await vi.waitFor(() => expect(session().state().calling).toBe("browser_evaluate"));
  session().take();
  expect(await slow).toMatch(/The person took over the browser/);
  expect(await gives("click", { selector: "#send" })).toMatch(/The person has the browser in hand/);
  session().giveBack();
  expect(await gives("click", { selector: "#boat" })).toMatchObject({ ok: true });
  expect(await gives("close")).toEqual({ ok: true });
});

test("a page that shows a picture of itself stays within bounds, however long it is", async () => {
  const { gives, opens } = conversation();
  await opens("tall");
  const shot = await gives("screenshot", { full_page: true });
  expect(shot).toMatchObject({ note: expect.stringMatching(/this is its beginning, 1280 × 6000/) });
  expect((shot as { image: string }).image.length).toBeLessThanOrEqual(300_000);
  await opens("form");
  expect(await gives("screenshot")).toMatchObject({ width: 1280, height: 800 });
  const small = (await gives("screenshot", { selector: "#send" })) as { width: number; height: number };
  expect(small.width).toBeLessThan(200);
}, 40_000);
