import { expect, test, vi } from "vitest";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { page, stage } from "./testing/stage";

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
  patient: page("<a id=slow href='/slow?ms=6000'>Slow</a>"),
  lies: page(`<p id=p>Here</p><script>
    String.prototype.slice = () => "x".repeat(1e6);
    Object.defineProperty(HTMLElement.prototype, "innerText", { get: () => ({ replace: () => 7 }) });
    JSON.stringify = () => ({ length: {}, slice: () => ({}) });
  </script>`),
  away: page("<script>location = '/article'</script>"),
  leaves: page(
    "<script>addEventListener('beforeunload', (e) => e.preventDefault())</script><p id=p>Stay</p>",
  ),
};
const scene = stage(PAGES);

test("the output of calls is limited even if the page has replaced built-in functions", async () => {
  const { gives, opens } = scene.conversation();
  await opens("lies");
  expect(await gives("extract_text")).toMatch(/prevents its text from being read/);
  const { html = "" } = (await gives("extract_html")) as { html?: string };
  expect(html.length).toBeLessThanOrEqual(30_000);
  expect(await gives("evaluate", { code: "1" })).toMatch(/prevents its text/);
  expect(await gives("click", { selector: "#none" })).toMatch(/^Nothing on/);
});

test("explains why an address was not opened", async () => {
  const { gives, opens } = scene.conversation();
  const go = (url: string) => gives("navigate", { url });
  expect(await gives("extract_text")).toBe("No browser is open. Call browser_navigate first.");
  expect(await go("file:///etc/passwd")).toMatch(/only http and https addresses, not file:/);
  for (const url of [
    "http://127.0.0.1/",
    "https://127.0.0.1/",
    `${scene.site.url}/leads?url=http://127.0.0.1/`,
  ])
    expect(await go(url)).toMatch(/127\.0\.0\.1 is not on the public internet/);
  expect(await opens("binary")).toMatch(/returned a file or an empty response.*fetch_url/);
  expect(await opens("status/404")).toMatchObject({ status: 404, title: "" });
  expect(await opens("away")).toMatchObject({ url: `${scene.site.url}/article` });
});

test("dismisses dialogs and reports them, and opens new windows as tabs", async () => {
  const { gives, opens, session } = scene.conversation();
  await opens("asks");
  expect(await gives("click", { selector: "#ask" })).toMatchObject({
    title: "false",
    notes: ["The page showed a question, which was dismissed: Sure?"],
  });
  expect(await gives("click", { selector: "#up" })).toMatchObject({
    notes: [expect.stringMatching(/asked for a file/)],
  });
  expect(await gives("click", { selector: "#new" })).toMatchObject({
    url: `${scene.site.url}/article`,
    notes: ["A new tab was opened and is now the current one."],
  });
  expect(
    session()
      .state()
      .tabs.map(({ isCurrent }) => isCurrent),
  ).toEqual([false, true]);
  await session().closeTab(session().state().tabs[1]?.id ?? "");
  await gives("click", { selector: "#cover" });
  expect(await gives("click", { selector: "#ask" })).toMatch(/covered by <div id="over">/);
  await opens("leaves");
  await gives("click", { selector: "#p" });
  expect(await opens("article")).toMatchObject({ status: 200 });
});

test.runIf(isWhole)(
  "waits for a slow page; a stopped navigation keeps the previous page",
  async () => {
    const { gives, opens, session } = scene.conversation();
    await opens("patient");
    const stop = new AbortController();
    const slow = gives("navigate", { url: `${scene.site.url}/slow` }, stop.signal);
    await vi.waitFor(() => expect(scene.site.asked).toContain("GET /slow"));
    stop.abort();
    expect(await slow).toMatch(/was stopped/);
    expect(session().url).toBe(`${scene.site.url}/patient`);
    expect(await gives("click", { selector: "#slow" })).toEqual({
      ...{ ok: true, element: 'link "Slow"', url: `${scene.site.url}/slow?ms=6000`, title: "" },
    });
    expect(await gives("extract_text")).toEqual({ text: "at last" });
  },
  20_000,
);

test("limits a conversation's browser to eight tabs", async () => {
  const { gives, opens, session } = scene.conversation();
  await opens("floods");
  const clicked = await gives("click", { selector: "#flood" });
  await vi.waitFor(() => expect(session().tabs).toHaveLength(8), 5_000);
  await vi.waitFor(() => expect(session().context.pages()).toHaveLength(8), 5_000);
  expect(JSON.stringify([clicked, await opens("form")])).toMatch(/more than the 8 allowed tabs/);
});

test("stops an endless script, and closes a page that uses too much memory", async () => {
  const { gives, opens } = scene.conversation();
  await opens("hangs");
  expect(await gives("click", { selector: "#hang" })).toMatch(/one of its scripts may never end/);
  expect(await gives("extract_text")).toMatchObject({
    text: "Hang",
    notes: [expect.stringMatching(/was stopped/)],
  });
  await opens("eats");
  await gives("click", { selector: "#eat" });
  await vi.waitFor(async () => expect(await gives("extract_text")).toMatch(/No page is open/), 8_000);
  expect(await opens("form")).toMatchObject({ notes: [expect.stringMatching(/too much memory/)] });
}, 40_000);

test("reports a crash of the browser, and starts another browser for the next page", async () => {
  const { gives, opens, session } = scene.conversation();
  await opens("form");
  const devTools = await session().context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await devTools?.send("SystemInfo.getProcessInfo")) ?? {};
  const slow = gives("evaluate", { code: "new Promise(() => {})" });
  process.kill(Number(processInfo.find(({ type }) => type === "browser")?.id), "SIGKILL");
  expect(await slow).toMatch(/The browser crashed/);
  expect(await gives("extract_text")).toMatch(/The browser crashed.*browser_navigate/);
  expect(await opens("form")).toMatchObject({ notes: [expect.stringMatching(/^This is a new browser/)] });
});

test("a call is interrupted when the user takes over the browser, and new calls run after the user hands control back", async () => {
  const { gives, opens, session } = scene.conversation();
  await opens("form");
  const slow = gives("evaluate", { code: "new Promise(() => {})" });
  await vi.waitFor(() => expect(session().state().calling).toBe("browser_evaluate"));
  session().take();
  expect(await slow).toMatch(/The user took over the browser/);
  expect(await gives("click", { selector: "#send" })).toMatch(/The user controls the browser/);
  session().giveBack();
  expect(await gives("click", { selector: "#boat" })).toMatchObject({ ok: true });
  expect(await gives("close")).toEqual({ ok: true });
});
