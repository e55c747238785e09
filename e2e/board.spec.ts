import type { Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { note, put, show } from "./canvas.ts";
import { expect, test } from "./fixtures.ts";
import { accessible } from "./looks.ts";

const tile = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const COUNTER = `export default function Counter() {
  const [count, setCount] = useState(0);
  return <Button onClick={() => setCount(count + 1)}>Counted {count}</Button>;
}`;

const putOnNewBoard = async (page: Page, title: string) => {
  await page.getByRole("button", { name: `More for “${title}”` }).click();
  await page.getByRole("menuitem", { name: "Put on a new board" }).click();
  await expect(page.getByText(`Added “${title}” to a new board`)).toBeVisible();
};

const titles = async (page: Page) => {
  const found = await page.getByRole("main").getByRole("heading", { level: 2 }).all();
  const placed = await Promise.all(
    found.map(async (each) => ({ title: await each.textContent(), box: await each.boundingBox() })),
  );
  return placed
    .toSorted((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0) || (a.box?.x ?? 0) - (b.box?.x ?? 0))
    .map(({ title }) => title);
};

/** Comments on a part of a tile, which `press` chooses. */
async function commentOn(page: Page, title: string, press: () => Promise<void>, label: string) {
  await page.getByRole("button", { name: `More for “${title}”` }).click();
  await page.getByRole("menuitem", { name: "Comment" }).click();
  const dialog = page.getByRole("dialog", { name: `Comment on “${title}”` });
  await dialog.getByRole("button", { name: "Point at a part" }).click();
  await expect(page.getByRole("toolbar", { name: "Pointing" })).toBeInViewport();
  await press();
  await expect(dialog.getByRole("list", { name: "Pointed at" })).toContainText(label);
  await dialog.getByLabel("Write a comment").fill("Larger, please");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByRole("article")).toContainText(label);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

test("users and the agent arrange surfaces on a board, which survives a reload and works on a phone", {
  tag: "@once",
}, async ({ page, easel: { url } }) => {
  const name = `Week ${process.pid}`;
  await show(page, url, "Bread of the week", note("Rye **leads**"));
  await putOnNewBoard(page, "Bread of the week");
  const notices = page.getByRole("region", { name: /^Notices/ });
  await notices.getByRole("button", { name: "Show", exact: true }).click();
  await page.waitForURL("**/board/*");
  await expect(tile(page, "Bread of the week")).toContainText("Rye leads");
  const id = page.url().split("/").at(-1);
  await call(url, "PATCH", `/api/boards/${id}`, { name });
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  const talk = new Talk(url);
  await put(talk, "Cakes", note("Lemon, plum"));
  const counter = new Talk(url);
  await counter.say("Count", { tool: "render_and_wait", input: { code: COUNTER, title: "Counter" } });
  await counter.until("waiting");
  const surfaces = await Promise.all(
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
  for (const surface of surfaces)
    await call(url, "POST", `/api/boards/${id}/tiles`, { sheet: surface, w: 6, h: 6 });
  const frame = tile(page, "Counter").frameLocator("iframe");
  await frame.getByRole("button", { name: "Counted 0" }).click();
  await expect(frame.getByRole("button", { name: "Counted 1" })).toBeVisible();
  expect(await titles(page)).toEqual(["Bread of the week", "Cakes", "Counter"]);
  const handle = page.getByRole("button", { name: "Move “Counter”" });
  const row = (at: number) =>
    expect(
      page.getByRole("status").filter({ hasText: new RegExp(`“Counter”: column 7, row ${at},`) }),
    ).toHaveCount(1);
  await handle.press("ArrowUp");
  await row(1);
  await handle.press("ArrowDown");
  await expect(handle).toBeFocused();
  await handle.press("ArrowUp");
  await row(1);
  await expect(frame.getByRole("button", { name: "Counted 1" })).toBeVisible();
  await accessible(page);

  await commentOn(page, "Cakes", () => tile(page, "Cakes").getByText("Lemon, plum").click(), "“Cakes”, text");
  const pressed = () => frame.getByRole("button", { name: "Counted 1" }).click();
  await commentOn(page, "Counter", pressed, "“Counter”, button, Counted 1");
  await expect(frame.getByRole("button", { name: "Counted 1" })).toBeVisible();

  const before = await titles(page);
  await page.getByRole("button", { name: "More for “Cakes”" }).click();
  await page.getByRole("menuitem", { name: "Take off the board" }).click();
  await expect(tile(page, "Cakes")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(tile(page, "Cakes")).toBeVisible();

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
