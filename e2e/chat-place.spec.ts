import type { Page } from "@playwright/test";
import { connect } from "../lib/store/connection.ts";
import { launch } from "../lib/store/embedded/launch.ts";
import { seedLong } from "./bench/seed.ts";
import { expect, test } from "./fixtures.ts";
import { Workspace, words } from "./page.ts";

async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!("value" in entry) || ("hadRecentInput" in entry && entry.hadRecentInput)) continue;
        const { dataset } = document.documentElement;
        dataset.shift = `${Number(dataset.shift ?? 0) + Number(entry.value)}`;
      }
    }).observe({ type: "layout-shift" });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
}

const list = (page: Page) => page.getByRole("region", { name: "Conversation", exact: true });
const gap = (page: Page): Promise<number> =>
  list(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);

test("streaming text causes no layout shift when the user is at the end or has scrolled up", async ({
  page,
  provider,
}) => {
  const gate = `place ${page.viewportSize()?.width}`;
  const shifts = await watchShifts(page);
  const easel = await Workspace.open(page);
  await easel.say("Go", [{ text: `${words(400)}\n\n` }, { gate, tokens: 2_000 }]);
  await expect(easel.spoken).toContainText("w399");
  await expect.poll(() => gap(page)).toBeLessThan(5);
  const before = await shifts();
  provider.gates.open(gate);
  await easel.idle();
  await expect.poll(() => gap(page)).toBeLessThan(5);
  expect((await shifts()) - before).toBeLessThan(0.0001);

  const second = `${gate} again`;
  await easel.say("Go", [{ text: `${words(400)}\n\n` }, { gate: second, tokens: 2_000 }]);
  await expect(easel.messages).toHaveCount(4);
  await expect(easel.spoken).toContainText("w399");
  await expect.poll(() => gap(page)).toBeLessThan(5);
  await list(page).evaluate((box) => box.scrollBy(0, -200));
  await expect(page.getByRole("button", { name: "Jump to the end" })).toBeVisible();
  const top = async () => (await easel.messages.last().boundingBox())?.y ?? Number.NaN;
  const [place, still] = [await top(), await shifts()];
  provider.gates.open(second);
  await easel.idle();
  expect(await top()).toBeCloseTo(place, 0);
  expect((await shifts()) - still).toBeLessThan(0.0001);
  await page.getByRole("button", { name: "Jump to the end" }).click();
  await expect.poll(() => gap(page)).toBeLessThan(5);
});

test("opens a thousand messages at the end, reaches each, and restores the position after a reload and another agent @once @long", async ({
  page,
  easel,
  folder,
}) => {
  const made = await page.request.post(`${easel.url}/api/agents`, { data: { name: "Scout" } });
  expect(made.status()).toBe(200);
  const database = await launch({ dataDir: folder, log: () => {} });
  const sql = connect(database.url, { max: 1 });
  const id = await seedLong(sql, 1_000);
  await sql.end();
  await database.stop();

  await page.goto(`${easel.url}/chat/${id}`);
  const article = (index: number) => page.locator(`[id="m-m${index}"]`);
  await expect(article(999)).toBeInViewport();
  await expect.poll(() => gap(page)).toBeLessThan(5);
  expect(await page.getByRole("article").count()).toBeLessThan(40);
  await expect(article(999)).toHaveAttribute("aria-posinset", "1000");

  await list(page).focus();
  await page.keyboard.press("Home");
  await expect(article(0)).toBeInViewport();
  await page.evaluate(() => {
    location.hash = "m-m500";
  });
  await expect(article(500)).toBeInViewport();
  await expect.poll(async () => (await article(500).boundingBox())?.y ?? 0).toBeLessThan(200);
  await page.getByRole("button", { name: "Jump to the end" }).click();
  await expect(article(999)).toBeInViewport();

  await page.goto(`${easel.url}/chat/${id}`);
  await expect(article(999)).toBeInViewport();
  await page.getByRole("textbox", { name: "Message" }).fill("Half a thought");
  await list(page).evaluate((box) => box.scrollBy(0, -9_000));
  const isBack = async () => {
    await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("Half a thought");
    await expect.poll(inView).toEqual(before);
  };
  const inView = () =>
    list(page).evaluate((box) => {
      const from = box.getBoundingClientRect().top;
      const row = [...box.querySelectorAll("article")].find(
        (one) => one.getBoundingClientRect().bottom > from,
      );
      return row && [row.id, Math.round((row.getBoundingClientRect().top - from) / 4)];
    });
  const toAgent = async (name: string) => {
    const drawer = page.getByRole("button", { name: "Conversations" });
    if (await drawer.isVisible()) await drawer.click();
    await page.getByRole("button", { name: "Agent:" }).first().click();
    await page.getByRole("menuitem", { name }).click();
  };
  await expect(page.getByRole("button", { name: "Jump to the end" })).toBeVisible();
  const before = await inView();
  await page.reload();
  await isBack();
  await toAgent("Scout");
  await expect(page).toHaveURL(/\/a\/[^/]+\/chat\//);
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("");
  await toAgent("Easel");
  await expect(page).toHaveURL(`${easel.url}/chat/${id}`);
  await isBack();
});
