import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";

const row = (page: Page, text: string): Locator =>
  page.getByRole("main").getByRole("button", { expanded: false }).filter({ hasText: text });

test("shows allowed and refused requests with links to their calls", {
  tag: ["@once", "@long"],
}, async ({ page, easel, site }) => {
  const open = `${site.url}/article?of=${Date.now()}`;
  const closed = `http://127.0.0.1:${site.port}/closed-${Date.now()}`;
  const fetches = async (message: string, ...urls: string[]) => {
    const talk = new Talk(easel.url);
    const turns = urls.map((url) => ({ tool: "fetch_url", input: { url } }));
    await (await talk.say(message, ...turns, { text: "Done." })).text();
    await talk.until("completed");
    return talk;
  };
  await page.goto("/agent/activity");
  await page.getByRole("link", { name: "Requests", exact: true }).click();
  await expect(page).toHaveURL(/view=requests$/);
  const talk = await fetches("Read both pages", open, closed);
  const ofTalk = `/api/audit/requests?conversation=${talk.id}`;
  await expect.poll(async () => (await call(easel.url, "GET", ofTalk)).body.requests.length).toBe(2);
  await page.getByRole("link", { name: "Calls", exact: true }).click();
  const short = (url: string) => url.replace("http://", "");
  await expect(row(page, short(open))).toContainText(
    /fetch_url.*Reads and acts on the web.*1 request to localhost.*Allowed/s,
  );
  await expect(row(page, short(closed))).toContainText("Refused");
  await row(page, short(closed)).click();
  const requests = page.getByRole("list", { name: "Requests" });
  await expect(requests.getByRole("listitem")).toContainText(/GET.*127\.0\.0\.1/s);
  await expect(page.getByText("Reads and acts on the web").first()).toBeVisible();
  await sound(page);

  await page.getByRole("button", { name: "Refused", exact: true }).click();
  await expect(page).toHaveURL(/\/agent\/activity\?verdict=refused$/);
  await expect(row(page, short(open))).toHaveCount(0);
  await page.getByLabel("Tool").selectOption("fetch_url");
  await page.getByRole("switch", { name: "Network only" }).click();
  await expect(page).toHaveURL(/verdict=refused&tool=fetch_url&network=only$/);
  await page.reload();
  await expect(page.getByRole("switch", { name: "Network only" })).toBeChecked();
  await expect(row(page, short(closed))).toBeVisible();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(row(page, short(open))).toBeVisible();

  const later = `${site.url}/article?later=${Date.now()}`;
  await fetches("And this one", later);
  const news = page.getByRole("button", { name: /^Show .* new$/ });
  await expect(news).toBeVisible();
  await expect(row(page, short(later))).toHaveCount(0);
  await news.click();
  await expect(row(page, short(later))).toBeVisible();
  await expect(news).toHaveCount(0);

  await page.getByRole("link", { name: "Requests", exact: true }).click();
  await expect(page).toHaveURL(/\/agent\/activity\?tool=fetch_url&view=requests$/);
  const list = page.getByRole("main").getByRole("listitem");
  await expect(list.filter({ hasText: short(closed) })).toContainText(/fetch_url in .*Refused/s);
  await page.getByRole("searchbox", { name: "Host" }).fill("127.0.0.1");
  await expect(page).toHaveURL(/host=127\.0\.0\.1/);
  await expect(list.filter({ hasText: "localhost" })).toHaveCount(0);
  await expect(list.filter({ hasText: short(closed) })).toBeVisible();
  await sound(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Requests as CSV" }).click();
  const text = await readFile(await (await saved).path(), "utf8");
  expect(text).toContain(closed);
  expect(text).not.toContain("localhost");
  await page.getByRole("searchbox", { name: "Host" }).fill("nowhere");
  await expect(page.getByText("Nothing matches.")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();

  await page.getByRole("link", { name: "Calls", exact: true }).click();
  await row(page, short(closed)).click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /Read both pages/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/chat/${talk.id}#m-[^/]+/.+`));
  const called = page.locator("summary:focus");
  await expect(called).toBeInViewport();
});
