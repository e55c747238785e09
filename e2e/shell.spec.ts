import type { Locator, Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { form, Workspace } from "./page.ts";

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;

async function begin(page: Page, title: string, answer = "All right."): Promise<Workspace> {
  const easel = await Workspace.open(page);
  await easel.say(title, { text: answer });
  await expect(page.getByText(answer, { exact: true })).toBeVisible();
  await easel.idle();
  return easel;
}

async function openList(page: Page): Promise<Locator> {
  const button = page.getByRole("button", { name: "Conversations" });
  if (await button.isVisible()) await button.click();
  return page.getByRole("navigation", { name: "Conversations" });
}

async function choose(page: Page, title: string, item: string): Promise<void> {
  const list = await openList(page);
  await list.getByRole("listitem").filter({ hasText: title }).first().hover();
  await list
    .getByRole("button", { name: `More for “${title}` })
    .first()
    .click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

async function placeOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("It is not seen");
  return box;
}

const widthOf = async (page: Page): Promise<number> =>
  (await page.getByRole("region", { name: "Chat", exact: true }).boundingBox())?.width ?? 0;

const shifted = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    const entries = observer.takeRecords();
    return entries.reduce((sum, entry) => sum + ("value" in entry ? Number(entry.value) : 0), 0);
  });

test("the divider between chat and canvas keeps its position without a layout shift; shortcuts work; either half can fill the page with a count of asks in the other; a URL opens a surface", {
  tag: "@long",
}, async ({ page }) => {
  test.skip(isPhone(page), "A phone shows one of the two");
  const easel = await Workspace.open(page);
  await expect(page.getByRole("button", { name: "Show the canvas" })).toBeVisible();
  await easel.say("plan", form("Your weekend"));
  await expect(easel.sheet("Your weekend")).toBeVisible();
  const line = page.getByRole("separator", { name: "Chat width" });
  expect(await widthOf(page)).toBeCloseTo(432, 0);
  const box = await placeOf(line);
  await page.mouse.move(box.x + 4, 400);
  await page.mouse.down();
  await page.mouse.move(box.x + 64, 400, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(page)).toBeGreaterThan(480);
  const dragged = await widthOf(page);
  await page.reload();
  await expect(line).toHaveAttribute("aria-valuenow", /\d/);
  expect(await widthOf(page)).toBeCloseTo(dragged, -1);
  expect(await shifted(page)).toBeLessThan(0.01);
  await line.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => widthOf(page)).toBeLessThan(dragged);
  await page.mouse.move(box.x + 200, 400);
  const now = await placeOf(line);
  await page.mouse.dblclick(now.x + 1, 400);
  await expect.poll(() => widthOf(page)).toBeCloseTo(432, 0);

  await easel.composer.fill("");
  await easel.composer.press("?");
  await expect(easel.composer).toHaveValue("?");
  await page.keyboard.press("Control+/");
  const surface = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(surface).toBeVisible();
  await easel.accessible();
  await page.keyboard.press("Escape");
  await expect(easel.composer).toBeFocused();
  await easel.composer.blur();
  await page.keyboard.press("l");
  await expect(page.getByRole("button", { name: "Fold the list" })).toBeHidden();
  await page.keyboard.press("l");
  await expect(page.getByRole("button", { name: "Fold the list" })).toBeVisible();
  await page.keyboard.press("m");
  await expect(easel.composer).toBeFocused();
  await easel.composer.blur();
  await page.keyboard.press("Shift+?");
  await surface.getByRole("switch", { name: "Single letters" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("l");
  await expect(page.getByRole("button", { name: "Fold the list" })).toBeVisible();

  await page.getByRole("button", { name: "Hide the canvas" }).click();
  await expect(easel.sheet("Your weekend")).toBeHidden();
  await page.reload();
  const back = page.getByRole("button", { name: "Show the canvas: 1 waiting for you" });
  await expect(back).toBeVisible();
  await expect(easel.sheet("Your weekend")).toBeHidden();
  await easel.accessible();
  await page.getByRole("button", { name: "Go to the form" }).click();
  await expect(easel.sheet("Your weekend").getByRole("textbox", { name: "City" })).toBeFocused();
  await page.getByRole("button", { name: "Only the canvas" }).click();
  await expect(easel.composer).toBeHidden();
  await page.getByRole("button", { name: "Show the chat" }).click();
  await expect(easel.composer).toBeVisible();

  const id = await easel.sheet("Your weekend").getAttribute("id");
  const address = `${page.url()}#s-${id?.replace("sheet-", "")}`;
  await page.goto("about:blank");
  await page.goto(address);
  await expect(easel.sheet("Your weekend")).toBeFocused();
});

test("search finds words in messages and opens them", { tag: "@once" }, async ({ page, easel: server }) => {
  const word = "quincunx";
  await new Talk(server.url).tell("A talk about patterns", { text: `Five trees stand as a ${word} here.` });
  const easel = await Workspace.open(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(word);
  const found = page.getByRole("option", { name: new RegExp(word) });
  await expect(found.locator("mark").first()).toHaveText(word);
  await easel.accessible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#m-/);
  await expect(page.getByText(`Five trees stand as a ${word} here.`, { exact: true })).toBeInViewport();
});

test("a deleted conversation disappears at once and returns with Undo; the list links to other pages", async ({
  page,
}) => {
  test.skip(!isPhone(page), "keyboard.spec.ts deletes one where there are keys");
  const title = `Not for ever ${page.viewportSize()?.width}`;
  const easel = await begin(page, title, "Kept words.");
  const address = page.url();
  await choose(page, title, "Delete");
  await expect(page).not.toHaveURL(address);
  await expect(easel.messages).toHaveCount(0);
  await expect(page.getByText(`Deleted “${title}”`)).toBeVisible();
  await easel.accessible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByText("Kept words.", { exact: true })).toBeVisible();
  const list = await openList(page);
  await expect(list.getByRole("link", { name: title })).toBeVisible();
  await expect(
    page.getByRole("link", { name: "Agent", exact: true }).filter({ visible: true }),
  ).toBeVisible();
  await easel.accessible();
});

test("applies the theme from the first paint; reports a lost network or server once and recovers", {
  tag: "@once",
}, async ({ page, context, easel: server }) => {
  const easel = await Workspace.open(page);
  const list = await openList(page);
  await expect(list).toBeVisible();
  await page.getByRole("button", { name: "Theme, shortcuts and more" }).click();
  await page.getByRole("menuitemradio", { name: "Light" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  const sent = await (await page.request.get(page.url())).text();
  expect(sent).toMatch(/<html[^>]* data-theme="light"/);
  expect(sent).toContain('<meta name="color-scheme" content="light"/>');
  await page.getByRole("menuitemradio", { name: "System" }).click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  await page.keyboard.press("Escape");

  // Wait until the parts that show notices are loaded and hydrated.
  await expect(page.getByRole("region", { name: /^Notices/ })).toBeAttached();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await expect(page.getByText("You are offline. Your input is kept.").filter({ visible: true })).toHaveCount(
    1,
  );
  await easel.composer.fill("still here");
  await context.setOffline(false);
  await expect(page.getByText("You are offline")).toHaveCount(0);
  await expect(easel.composer).toHaveValue("still here");

  await server.stop();
  await expect(page.getByText("Reconnecting.").filter({ visible: true })).toHaveCount(1, { timeout: 20_000 });
  await server.start();
  await expect(page.getByText("Reconnecting.")).toHaveCount(0, { timeout: 40_000 });
  await expect(easel.composer).toHaveValue("still here");
});

test("the settings link to every page and back to a conversation", { tag: ["@once", "@long"] }, async ({
  page,
}) => {
  const ahead: string[] = [];
  page.on("request", (request) => request.headers()["next-router-prefetch"] && ahead.push(request.url()));
  await Workspace.open(page);
  const chat = page.url();
  await page.goto("/settings");
  for (const title of ["Models", "General", "Usage"]) {
    const main = page.getByRole("main");
    await main.getByRole("link", { name: new RegExp(`^${title}`) }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page
      .getByRole("navigation", { name: "Breadcrumb" })
      .getByRole("link", { name: "Settings" })
      .click();
  }
  await sound(page);
  const below = await page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight - clientHeight;
  });
  expect(below).toBe(0);
  const back = page.getByRole("link", { name: "Back to the chat" });
  if (await back.isVisible()) {
    await back.click();
    await expect(page).toHaveURL(chat);
  } else {
    await page.getByRole("button", { name: /^Conversations/ }).click();
    await page.getByRole("link", { name: "New conversation" }).click();
    await expect(page).toHaveURL(/\/chat\//);
  }
  expect(ahead).toEqual([]);
});

test("former addresses lead to the present pages, with the agent and the query", {
  tag: ["@once", "@long"],
}, async ({ page, request }) => {
  await page.goto("/history?kind=tool");
  await expect(page).toHaveURL(/\/agent\/history\?kind=tool$/);
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeAttached();
  await page.goto("/settings/notes");
  await expect(page).toHaveURL(/\/agent\/prompt\/notes$/);
  const agentId = "00000000-0000-4000-8000-000000000000";
  const moved = await request.get(`/a/${agentId}/tools/x?a=b`, { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([308, `/a/${agentId}/agent/tools/x?a=b`]);
});

test("every place is two presses from every other page", { tag: ["@once", "@long"] }, async ({ page }) => {
  await page.goto("/settings/usage");
  for (const name of ["Boards", "Memory", "Agent"]) {
    const list = page.getByRole("button", { name: /^Conversations/ }).filter({ visible: true });
    const isColumn = await page.getByRole("navigation", { name: "Places" }).filter({ visible: true }).count();
    if (isColumn === 0) {
      const back = page.getByRole("link", { name: "Back to the chat" });
      await ((await back.isVisible()) ? back : list).click();
    }
    await page
      .getByRole("navigation", { name: "Places" })
      .getByRole("link", { name })
      .filter({ visible: true })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expect(page).not.toHaveURL(/settings/);
  }
});
