import type { Page } from "@playwright/test";
import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { alive } from "./alive.ts";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { note, put, show } from "./canvas.ts";
import { newDataFolder } from "./data-folder.ts";
import { expect, test } from "./fixtures.ts";
import { accessible } from "./looks.ts";
import { Workspace } from "./page.ts";
import { EaselServer } from "./server.ts";

const tile = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const COUNTER = `export default function Counter() {
  const [count, setCount] = useState(0);
  return <Button onClick={() => setCount(count + 1)}>Counted {count}</Button>;
}`;

const putOnNewBoard = async (page: Page, title: string) => {
  await page.getByRole("button", { name: `More for “${title}”` }).click();
  await page.getByRole("menuitem", { name: "Put on a new board" }).click();
  await expect(page.getByText(`“${title}” lies on a new board`)).toBeVisible();
};

/** From top to bottom, then from left to right, as one sees them. */
const titles = async (page: Page) => {
  const found = await page.getByRole("main").getByRole("heading", { level: 2 }).all();
  const placed = await Promise.all(
    found.map(async (each) => ({ title: await each.textContent(), box: await each.boundingBox() })),
  );
  return placed
    .toSorted((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0) || (a.box?.x ?? 0) - (b.box?.x ?? 0))
    .map(({ title }) => title);
};

test("sheets lie on a board that people and the agent lay out, in every tab, over a reload and on a phone", {
  tag: "@once",
}, async ({ page, easel: { url } }) => {
  const name = `Week ${process.pid}`;
  await show(page, url, "Bread of the week", note("Rye **leads**"));
  await putOnNewBoard(page, "Bread of the week");
  // Not the one beside the answer.
  const notices = page.getByRole("region", { name: /^Notices/ });
  await notices.getByRole("button", { name: "Show", exact: true }).click();
  await page.waitForURL("**/board/*");
  await expect(tile(page, "Bread of the week")).toContainText("Rye leads");
  const id = page.url().split("/").at(-1);
  await call(url, "PATCH", `/api/boards/${id}`, { name });
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  // The agent puts more on it.
  const talk = new Talk(url);
  await put(talk, "Cakes", note("Lemon, plum"));
  const counter = new Talk(url);
  await counter.say("Count", { tool: "render_and_wait", input: { code: COUNTER, title: "Counter" } });
  await counter.until("waiting");
  const sheets = await Promise.all(
    [talk, counter].map(async (each) => {
      const { messages } = await each.read();
      const message = messages.at(-1);
      const part = message?.parts.find((one) => "toolCallId" in one);
      return {
        conversation: each.id,
        id: `${message?.id}/${part && "toolCallId" in part && part.toolCallId}`,
      };
    }),
  );
  for (const sheet of sheets) await call(url, "POST", `/api/boards/${id}/tiles`, { sheet });
  const frame = tile(page, "Counter").frameLocator("iframe");
  await frame.getByRole("button", { name: "Counted 0" }).click();
  await expect(frame.getByRole("button", { name: "Counted 1" })).toBeVisible();
  expect(await titles(page)).toEqual(["Bread of the week", "Cakes", "Counter"]);
  const handle = page.getByRole("button", { name: "Move “Counter”" });
  const row = (at: number) =>
    expect(page.getByRole("status").filter({ hasText: `“Counter”: column 1, row ${at}` })).toHaveCount(1);
  await handle.press("ArrowUp");
  await row(1);
  await handle.press("ArrowDown");
  await expect(handle).toBeFocused();
  await handle.press("ArrowUp");
  await row(1);
  // Its frame has moved without beginning anew.
  await expect(frame.getByRole("button", { name: "Counted 1" })).toBeVisible();
  await accessible(page);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(tile(other, "Counter")).toBeVisible();
  await expect.poll(() => titles(other)).toEqual(await titles(page));
  const before = await titles(page);
  await other.getByRole("button", { name: "More for “Cakes”" }).click();
  await other.getByRole("menuitem", { name: "Take off the board" }).click();
  await expect(tile(page, "Cakes")).toHaveCount(0);
  await other.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(tile(page, "Cakes")).toBeVisible();
  await other.close();

  await page.reload();
  await expect(tile(page, "Cakes")).toBeVisible();
  expect(await titles(page)).toEqual(before);
  const grip = tile(page, "Bread of the week").getByRole("heading");
  const width = (await tile(page, "Bread of the week").boundingBox())?.width ?? 0;
  const corner = page.locator(".react-grid-item", { has: grip }).locator(".react-resizable-handle");
  await corner.scrollIntoViewIfNeeded();
  const at = await corner.boundingBox();
  if (!at) throw new Error("There is no corner to resize by");
  await page.mouse.move(at.x + 10, at.y + 10);
  await page.mouse.down();
  await page.mouse.move(at.x + 250, at.y + 10, { steps: 8 });
  await page.mouse.up();
  await expect
    .poll(async () => (await tile(page, "Bread of the week").boundingBox())?.width)
    .toBeGreaterThan(width + 100);

  // A phone has one column, in which tiles are moved by their menus.
  await page.setViewportSize({ width: 390, height: 844 });
  const lefts = async () => {
    const tiles = ["Bread of the week", "Cakes", "Counter"].map((title) => tile(page, title).boundingBox());
    return new Set((await Promise.all(tiles)).map((box) => box?.x)).size;
  };
  await expect.poll(lefts).toBe(1);
  await frame.getByRole("button", { name: "Counted 0" }).click();
  const place = async () => (await titles(page)).indexOf("Counter");
  await expect.poll(place).toBe(0);
  for (const [way, to] of [
    ["Move down", 1],
    ["Move up", 0],
  ] as const) {
    await page.getByRole("button", { name: "More for “Counter”" }).click();
    await page.getByRole("menuitem", { name: way }).click();
    await expect.poll(place).toBe(to);
  }
  await expect(frame.getByRole("button", { name: "Counted 1" })).toBeVisible();
  await accessible(page);
});

const SALES = `export default function Sales({ shop }) {
  const [count, setCount] = useState(0);
  return <><p>Of {shop}</p><Button onClick={() => setCount(count + 1)}>Counted {count}</Button></>;
}`;

test("a shared sheet works for whoever has the link, who sees nothing else, and is gone when it is revoked @once", async ({
  browser,
  provider,
}) => {
  const folder = newDataFolder("shared");
  const server = await EaselServer.start({
    ...{ EASEL_DATA_DIR: folder, EASEL_PASSWORD: "open sesame", EASEL_EGRESS_ALLOW: "localhost" },
    ...{
      OPENAI_BASE_URL: provider.url,
      OPENAI_API_KEY: "sk-test",
      EASEL_MODEL: "openai-compatible/fake-model",
    },
  });
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
  const stranger = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.goto("/login");
    await page.getByLabel("Password").fill("open sesame");
    await page.keyboard.press("Enter");
    const easel = new Workspace(page);
    await expect(easel.composer).toBeVisible();
    await alive(page);
    const props = { shop: "</script><script>document.title='run'</script>" };
    const input = { code: SALES, title: "Sales of May", props };
    await easel.say("A private question", { tool: "render_and_wait", input });
    await easel.canvas();
    await page.getByRole("button", { name: "More for “Sales of May”" }).click();
    await page.getByRole("menuitem", { name: "Share by a link" }).click();
    const dialog = page.getByRole("dialog", { name: "Share “Sales of May”" });
    await dialog.getByRole("button", { name: "Make a link" }).click();
    const link = await dialog.locator("code").textContent();
    expect(link).toMatch(/\/shared\/[\w-]{43}$/);
    await accessible(page);

    const seen = await stranger.newPage();
    const asked: string[] = [];
    seen.on("request", (request) => asked.push(request.url()));
    const address = new URL(new URL(link ?? "").pathname, server.url).href;
    const answer = await seen.goto(address);
    expect(answer?.headers()).toMatchObject({ "x-robots-tag": expect.stringContaining("noindex") });
    const frame = seen.frameLocator("iframe");
    await expect(frame.getByText(`Of ${props.shop}`)).toBeVisible();
    await frame.getByRole("button", { name: "Counted 0" }).click();
    await expect(frame.getByRole("button", { name: "Counted 1" })).toBeVisible();
    await seen.reload();
    await expect(frame.getByRole("button", { name: "Counted 0" })).toBeVisible();
    await expect(seen.getByText("A private question")).toHaveCount(0);
    expect(await seen.title()).toBe("Sales of May");
    expect(asked.filter((url) => !/^(blob|data):/.test(url))).toEqual([address, address]);
    for (const path of ["/", "/api/settings", "/api/shares", "/board"]) {
      const response = await seen.request.get(server.url + path, { maxRedirects: 0 });
      expect([path, response.status()]).toEqual([path, path.startsWith("/api") ? 401 : 307]);
    }

    await dialog.getByRole("button", { name: "Revoke a link to “Sales of May”" }).click();
    await expect(dialog.getByRole("list", { name: "Links" })).toHaveCount(0);
    expect((await seen.goto(address))?.status()).toBe(404);
    await expect(seen.getByText("There is nothing at this link")).toBeVisible();
  } finally {
    await context.close();
    await stranger.close();
    await server.stop();
    removeDataFolder(folder);
  }
});
