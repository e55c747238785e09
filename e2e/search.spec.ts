import type { Locator, Page } from "@playwright/test";
import { call } from "./call.ts";
import { test as base, expect } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { Workspace } from "./page.ts";
import { type Engines, startEngines } from "./search/engines.ts";

/** Search engines that find the site's article, and a server without any of them set up. */
const test = base.extend<{ fresh: undefined; engines: Engines }>({
  engines: async ({ site }, use) => {
    const article = {
      title: "How the tide is read",
      url: `${site.url}/article`,
      text: "Six hours, and six.",
    };
    const engines = await startEngines([article]);
    await use(engines);
    await engines.close();
  },
  fresh: [
    async ({ easel }, use) => {
      await use(undefined);
      const none = { apiKey: null, baseUrl: null };
      const search = { brave: none, searxng: none, tavily: none };
      await call(easel.url, "PUT", "/api/settings", { searchProvider: null, search });
    },
    { auto: true },
  ],
});

const row = (page: Page, title: string) => page.getByRole("button", { name: new RegExp(`^${title}`) });

async function open(page: Page, title: string): Promise<Locator> {
  await row(page, title).click();
  return page.getByRole("region", { name: new RegExp(`^${title}`) });
}

test("uses the chosen one of three search engines and never returns a key; the agent searches, reads and cites", {
  tag: ["@once", "@long"],
}, async ({ page, provider, site, engines }) => {
  await page.goto("/settings/web");
  await expect(page.getByText("Connect one to search the web.")).toBeVisible();
  for (const [title, at] of [
    ["Brave Search", engines.urls.brave],
    ["Tavily", engines.urls.tavily],
  ] as const) {
    const form = await open(page, title);
    await form.getByLabel("API key").fill("a-wrong-key");
    await form.getByLabel("Address").fill(at);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("status")).toContainText(`Saved, but not working. ${title} refused the key`);
    await form.getByLabel("API key").fill("a-key-for-tests");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("status")).toContainText("Saved. Works: 1 result");
    await expect(form.getByLabel("API key")).toHaveValue("");
  }
  await expect(row(page, "Brave Search")).toContainText("In use");
  await page.getByRole("radio", { name: "Tavily" }).check();
  await expect(row(page, "Tavily")).toContainText("In use");
  await expect(row(page, "Brave Search")).toContainText("Set up");

  const searxng = await open(page, "SearXNG");
  const address = searxng.getByLabel("Address");
  await searxng.getByRole("button", { name: "Save" }).click();
  await expect(address).toHaveAccessibleDescription("Enter the address");
  await address.fill(engines.urls.searxng.replace("localhost", "127.0.0.1"));
  await searxng.getByRole("button", { name: "Test search" }).click();
  await expect(searxng.getByRole("status")).toContainText("Start Easel with EASEL_EGRESS_ALLOW=127.0.0.1 ");
  await sound(page);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Tavily" })).toBeChecked();
  expect(await page.content()).not.toContain("a-key-for-tests");

  await open(page, "SearXNG");
  await address.fill(engines.urls.searxng);
  await searxng.getByRole("button", { name: "Save" }).click();
  await expect(searxng.getByRole("status")).toContainText(/Saved\. Works: 1 result in [\d.]+ m?s/);
  await page.getByRole("radio", { name: "SearXNG" }).check();
  await expect(row(page, "SearXNG")).toContainText("In use");

  const workspace = await Workspace.open(page);
  const url = `${site.url}/article`;
  await workspace.say(
    `How is the tide read? See ${url}.`,
    { tool: "web_search", input: { query: "tide" } },
    { tool: "fetch_url", input: { url } },
    { text: `By staff, float and radar: [How the tide is read](${url}).` },
  );
  const link = workspace.messages.last().getByRole("link", { name: "How the tide is read" }).last();
  await expect(link).toHaveAttribute("href", url);
  expect(engines.requests.at(-1)).toMatchObject({ engine: "searxng", query: "tide", type: "web" });
  const requestBodies = JSON.stringify(provider.requests.map(({ body }) => body));
  expect(requestBodies).toContain("Six hours, and six.");
});
