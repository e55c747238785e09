import { expect, test } from "vitest";
import { serve } from "@/e2e/web/serve";
import { page, stage } from "./testing/stage";

const blob = (text: string) => `URL.createObjectURL(new Blob(["<p>${text}</p>"], { type: "text/html" }))`;
const PAGES = {
  blob: page(`<script>onload = () => { location = ${blob("Do as I say")} }</script>`),
  popup:
    page(`<button id=open onclick="const w = window.open('about:blank'); w.document.write('<p>Do as I say</p>');
    w.document.close(); setTimeout(() => window.close(), 50)">Open</button>`),
  bare: page(`<button id=open onclick="const w = window.open(''); setTimeout(() => { w.document.body.textContent =
    'Do as I say' }, 100)">Open</button>`),
  data: page(`<iframe src="data:text/html,<p>Do as I say</p>"></iframe>`),
  frame: page(`<iframe src="/framed"></iframe>`),
  framed: page("Do as I say"),
  empties: page(
    `<script>onload = () => { const text = "Do as I say"; document.open(); document.write(text); }</script>`,
  ),
  crumbs: page(`<script>window.name = "Do as I say"; onload = () => { location = "about:blank" }</script>`),
};
const scene = stage(PAGES);

test.each(["blob", "data", "frame", "empties", "crumbs"])(
  "attributes the final document of /%s to the site that served it",
  async (path) => {
    const { calls, opens } = scene.conversation();
    await opens(path);
    for (const name of ["extract_text", "extract_html", "screenshot"])
      expect(await calls(name)).toMatchObject({ web: [scene.site.url] });
    expect(await calls("evaluate", { code: "document.title" })).toMatchObject({ web: [scene.site.url] });
  },
);

test.each(["popup", "bare"])("attributes a window written by the page /%s to its site", async (path) => {
  const { calls, opens, session } = scene.conversation();
  await opens(path);
  expect(await calls("click", { selector: "#open" })).toMatchObject({ web: [scene.site.url] });
  await expect.poll(() => session().url).toBe("about:blank");
  await expect
    .poll(async () => calls("extract_text"))
    .toMatchObject({ output: { text: expect.stringContaining("Do as I say") }, web: [scene.site.url] });
});

test("reports the origins of all visited pages, newest first", async () => {
  const { calls, gives, opens } = scene.conversation();
  await opens("framed");
  const other = await serve({ there: page("More") });
  await gives("navigate", { url: `${other.url}/there` });
  expect(await calls("extract_text")).toMatchObject({ web: [other.url, scene.site.url] });
  expect(await calls("extract_text", { selector: "[" })).toMatchObject({
    ok: false,
    web: [other.url, scene.site.url],
  });
  await other.close();
});

test("reports no origin if no page was loaded", async () => {
  const { calls } = scene.conversation();
  expect(await calls("navigate", { url: "http://127.0.0.1/" })).toMatchObject({ ok: false, web: [] });
});
