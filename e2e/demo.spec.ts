import { test as base, expect } from "./fixtures.ts";
import { Workspace } from "./page.ts";
import { EaselServer } from "./server.ts";

/** A server to which nobody has connected a model. */
const test = base.extend<object, { demo: EaselServer }>({
  demo: [
    async ({ folder }, use) => {
      const demo = await EaselServer.start({ EASEL_DATA_DIR: folder });
      await use(demo);
      await demo.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
});

test("the first page offers something worth doing, and says that a script answers", async ({ page }) => {
  const easel = await Workspace.open(page);
  await expect(page.getByText("A demo script answers, not a language model.")).toBeVisible();
  await easel.accessible();
  await page.getByRole("button", { name: "Plan a weekend in Porto" }).click();
  await page.getByRole("region", { name: "Question for you" }).getByRole("button").first().click();
  await expect(page.getByRole("button", { name: "Go to the form" })).toBeVisible({ timeout: 20_000 });
  await easel.canvas();
  await expect(page.getByText("Waiting for you").filter({ visible: true }).first()).toBeVisible();
  await easel.idle();
  await page.screenshot({
    path: `test-results/waiting-${page.viewportSize()?.width}.png`,
    animations: "disabled",
  });
});

test("a chart and a table stand on the canvas until Done", async ({ page }) => {
  const easel = await Workspace.open(page);
  await page.getByRole("button", { name: "Show me a week of bakery sales" }).click();
  await expect(page.getByRole("button", { name: "Show", exact: true })).toBeVisible({ timeout: 20_000 });
  await easel.idle();
  await easel.canvas();
  await expect(page.getByRole("table").first()).toBeVisible();
  await easel.accessible();
  await page.screenshot({
    path: `test-results/sales-${page.viewportSize()?.width}.png`,
    animations: "disabled",
  });
  await page.getByRole("button", { name: "Done" }).click();
  await easel.chat();
  await easel.idle();
  await expect(easel.messages).toHaveCount(2);
});

test("any tool can be called by hand, and a wrong call is explained", async ({ page }) => {
  const easel = await Workspace.open(page);
  await easel.say('/render_blocks {"title":"By hand","blocks":[{"type":"markdown","content":"# Mine"}]}');
  await easel.canvas();
  await expect(easel.sheet("By hand").getByRole("heading", { name: "Mine" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await easel.chat();
  await easel.idle();
  await easel.say('/render_blocks {"blocks":[{"type":"chart","chartType":"donut","data":{}}]}');
  await expect(easel.messages.last()).toContainText("chartType");
});
