import { randomUUID } from "node:crypto";
import { expect, modelOf } from "../fixtures.ts";
import { ownServer } from "../own-server.ts";
import { listen } from "./listeners.ts";

const test = ownServer((provider) => ({ ...modelOf(provider), EASEL_PASSWORD: "open sesame" }));

const SETTLES_MS = 1_500;
const SCRIPT = "document.title='owned';try{top.document.title='owned'}catch{};fetch('THERE')";

/** Content that a member could upload instead of the copy that their page makes. */
const STAYS = [
  `<script>${SCRIPT}</script><script src="THERE"></script><script type="module">${SCRIPT}</script>`,
  `<img src=x onerror="${SCRIPT}"><svg onload="${SCRIPT}"></svg><body onload="${SCRIPT}"><details open ontoggle="${SCRIPT}">x</details>`,
  `<iframe srcdoc="<script>parent.document.title='owned'</script>"></iframe><iframe src="THERE"></iframe><iframe src="javascript:parent.document.title='owned'"></iframe><object data="THERE"></object><embed src="THERE"><portal src="THERE"></portal>`,
  `<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'"><base href="THERE"><script>${SCRIPT}</script>`,
  `<link rel="stylesheet" href="THERE"><link rel="preconnect" href="THERE"><link rel="prefetch" href="THERE"><link rel="preload" as="image" href="THERE"><link rel="icon" href="THERE"><link rel="manifest" href="THERE"><link rel="dns-prefetch" href="THERE">`,
  `<style>@import url(THERE);body{background:url(THERE)}@font-face{font-family:f;src:url(THERE)}p{font-family:f;cursor:url(THERE),auto}</style><p>f</p>`,
  `<img src="THERE"><img srcset="THERE 1x"><video src="THERE" poster="THERE" autoplay></video><audio src="THERE" autoplay></audio><picture><source srcset="THERE"><img></picture><svg><image href="THERE"/><use href="THERE#a"/></svg><input type="image" src="THERE">`,
  `<form id="f" action="THERE"><input name="a" autofocus></form><button form="f" formaction="THERE">x</button><a class="press" href="javascript:${SCRIPT}">x</a>`,
  `</body></html><script id="components" type="application/json">[{"bundle":"x","mount":"{}"}]</script>`,
];
const LEAVES = [
  '<meta http-equiv="refresh" content="0;url=THERE">',
  '<meta http-equiv="refresh" content="0;url=/">',
];
/** The content of each copy. All attempts are in one copy, because loading takes most of the time. */
const HOSTILE = [...(process.env.ATTACK === "all" ? STAYS : [STAYS.join("")]), ...LEAVES];

test("hostile content of a shared conversation runs no script and sends nothing", async ({
  browser,
  playwright,
  own,
}) => {
  test.setTimeout(180_000);
  const owner = await playwright.request.newContext({ baseURL: own.url });
  await owner.post("/api/login", { data: { password: "open sesame" } });
  const id = randomUUID();
  const message = {
    id: randomUUID(),
    role: "user",
    parts: [{ type: "text", text: 'Hi [[{"text":"Hello"}]]' }],
  };
  expect((await owner.post("/api/chat", { data: { id, message } })).status()).toBe(200);
  const { there, counted, close } = await listen();
  const context = await browser.newContext({ baseURL: own.url });
  const page = await context.newPage();
  const surprises: string[] = [];
  page.on("dialog", (dialog) => {
    surprises.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("download", (download) => surprises.push(download.url()));
  const choices = {
    title: "Copy",
    name: "",
    days: null,
    leftOut: { messages: [], tools: true, files: true },
  };
  const out: unknown[] = [];
  for (const content of HOSTILE) {
    const html = `${content.replaceAll("THERE", there)}<main><h1>A copy</h1></main>`;
    const data = { choices, copy: { html, locale: "en", components: [] } };
    const response = await owner.put(`/api/conversations/${id}/link`, { data });
    expect(response.status(), await response.text()).toBe(200);
    const { pathname } = new URL((await response.json()).link.url);
    const before = counted();
    await page.goto(pathname);
    await page.waitForTimeout(SETTLES_MS);
    for (const pressed of await page.frameLocator("iframe").locator("button, .press").all())
      await pressed.click({ timeout: 2_000 }).catch(() => {});
    const after = counted();
    const title = await page.title();
    const isIn =
      after.connections === before.connections &&
      after.bytes + after.packets === before.bytes + before.packets &&
      title === "Copy" &&
      new URL(page.url()).pathname === pathname &&
      context.pages().length === 1;
    if (!isIn) out.push([content, before, after, title, page.url()]);
  }
  expect(out).toEqual([]);
  expect(surprises).toEqual([]);
  const { connections } = counted();
  await fetch(there);
  expect(counted().connections).toBe(connections + 1);
  await close();
  await context.close();
  await owner.dispose();
});
