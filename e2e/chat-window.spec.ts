import type { Locator, Page } from "@playwright/test";
import { bodyOf } from "../lib/shared/chat/body.ts";
import { connect } from "../lib/store/connection.ts";
import { launch } from "../lib/store/embedded/launch.ts";
import { seedLong } from "./bench/seed.ts";
import { expect, test } from "./fixtures.ts";
import { Workspace } from "./page.ts";
import { directive } from "./provider/directive.ts";

const COUNT = 300;
const article = (page: Page, index: number) => page.locator(`[id="m-m${index}"]`);
const list = (page: Page) => page.getByRole("region", { name: "Conversation", exact: true });
const top = async (row: Locator) => (await row.boundingBox())?.y ?? Number.NaN;
const gap = (page: Page): Promise<number> =>
  list(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
const toTop = (page: Page) => list(page).evaluate((box) => box.scrollTo(0, 0));

/** Creates a conversation whose early messages contain a sheet and a rare word. */
async function seed(folder: string, word: string): Promise<string> {
  const database = await launch({ dataDir: folder, log: () => {} });
  const sql = connect(database.url, { max: 1 });
  const id = await seedLong(sql, COUNT);
  const said = [{ type: "text", text: `The word is ${word}.` }];
  const blocks = [{ type: "markdown", content: "Three loaves" }];
  const call = { type: "tool-render_blocks", toolCallId: "c1", state: "output-available" };
  const sheet = [
    { type: "step-start" },
    { ...call, input: { title: "Old loaves", blocks }, output: { action: "done" } },
  ];
  await sql`update messages set parts = ${JSON.stringify(said)}::json, body = ${bodyOf(said)} where conversation_id = ${id} and id = 'm4'`;
  await sql`update messages set parts = ${JSON.stringify(sheet)}::json where conversation_id = ${id} and id = 'm7'`;
  await sql.end();
  await database.stop();
  return id;
}

test("a conversation opens with its newest messages and loads earlier ones while the user scrolls up, without a jump", async ({
  page,
  folder,
}) => {
  const id = await seed(folder, "unused");
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(`/api/conversations/${id}?`)) requests.push(new URL(request.url()).search);
  });
  const easel = await Workspace.open(page, `/chat/${id}`);
  await expect(article(page, COUNT - 1)).toBeInViewport();
  await expect.poll(() => gap(page)).toBeLessThan(5);
  await expect(article(page, COUNT - 1)).toHaveAttribute("aria-setsize", `${COUNT}`);
  expect(requests.filter((query) => query.includes("before="))).toEqual([]);

  // The sheet of an early message is on the canvas, although the message is not loaded.
  await easel.canvas();
  await expect(easel.sheet("Old loaves")).toContainText("Three loaves");
  await easel.chat();

  let letPass = () => {};
  const held = new Promise<void>((resolve) => {
    letPass = resolve;
  });
  await page.route(/\/api\/conversations\/.*before=/, async (route) => {
    await held;
    await route.continue();
  });
  const first = article(page, COUNT - 50);
  // The list measures messages as they appear, so the top moves.
  await expect
    .poll(async () => {
      await toTop(page);
      return first.isVisible();
    })
    .toBe(true);
  await expect(first).toBeInViewport();
  await expect(page.getByText("Loading earlier messages")).toBeAttached();
  await list(page).evaluate((box) => box.scrollTo(0, 40));
  const place = await top(first);
  letPass();
  await expect(page.getByText("Loading earlier messages")).toHaveCount(0);
  await expect(article(page, COUNT - 51)).toBeAttached();
  await expect.poll(() => top(first)).toBeCloseTo(place, 0);
  await expect(first).toHaveAttribute("aria-posinset", `${COUNT - 49}`);

  await expect
    .poll(async () => {
      await toTop(page);
      return article(page, 0).isVisible();
    })
    .toBe(true);
  await expect(article(page, 0)).toHaveAttribute("aria-posinset", "1");
  const pages = requests.filter((query) => query.includes("before="));
  expect(pages.length).toBe(new Set(pages).size);
  await easel.accessible();
  await page.getByRole("button", { name: "Jump to the end" }).click();
  await expect(article(page, COUNT - 1)).toBeInViewport();
});

test("links, search and edits reach messages that are not loaded, and an earlier version returns", {
  tag: ["@once", "@long"],
}, async ({ page, folder }) => {
  const word = `zwieback${page.viewportSize()?.width}`;
  const id = await seed(folder, word);
  const easel = await Workspace.open(page, `/chat/${id}#m-m21`);
  await expect(article(page, 21)).toBeInViewport();
  await expect.poll(() => top(article(page, 21))).toBeLessThan(200);
  await expect(article(page, 21)).toHaveAttribute("aria-posinset", "22");

  await Workspace.open(page, "/");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(word);
  const found = page.getByRole("option", { name: new RegExp(word) });
  await expect(found.locator("mark").first()).toHaveText(word);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#m-m4$/);
  await expect(page.getByText(`The word is ${word}.`)).toBeInViewport();

  const row = article(page, 4);
  await row.hover();
  await row.getByRole("button", { name: "Edit", exact: true }).click();
  await page
    .getByRole("textbox", { name: "Your message" })
    .fill(`Another word\n${directive({ text: "Another answer." })}`);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Another answer.", { exact: true })).toBeVisible();
  await easel.idle();
  await expect(easel.messages.last()).toHaveAttribute("aria-setsize", "6");
  const versions = page.getByRole("group", { name: "Versions" });
  await expect(versions).toContainText("2 of 2");
  await versions.getByRole("button", { name: "Earlier version" }).click();
  await expect(versions).toContainText("1 of 2");
  await expect(easel.messages.last()).toHaveAttribute("aria-setsize", `${COUNT}`);
  await expect(page.getByText("Another answer.", { exact: true })).toHaveCount(0);

  await page.goto(`/chat/${id}`);
  await expect(article(page, COUNT - 1)).toBeInViewport();
  const [download] = await Promise.all([page.waitForEvent("download"), exported(page)]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const file = Buffer.concat(chunks).toString();
  expect(file).toContain(`${COUNT} messages`);
  expect(file).toContain(word);
});

async function exported(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Export as HTML");
  await page.keyboard.press("Enter");
}
