import { expect, type Page } from "@playwright/test";
import { Talk } from "../api.ts";
import type { Scene } from "./scenes.ts";
import { settled } from "./settled.ts";

let made: Promise<void> | undefined;

async function prepare(url: string): Promise<void> {
  const talk = new Talk(url);
  const fetches = [
    "http://192.168.1.1/admin",
    "http://169.254.169.254/latest?token=sesame",
    "file:///etc/hosts",
  ];
  const turns = [
    ...fetches.map((url) => ({ tool: "fetch_url", input: { url } })),
    { tool: "set_state", input: { key: "mill", value: "closed on Mondays" } },
    { text: "The mill's page cannot be reached." },
  ];
  await (await talk.say("What does the mill ask for rye?", ...turns)).text();
  await talk.until("completed");
}

const at =
  (path: string, then?: (page: Page) => Promise<void>): Scene =>
  async ({ page, url }) => {
    made ??= prepare(url);
    await made;
    await page.goto(`${url}${path}`);
    await expect(page.getByRole("heading", { name: "Activity", level: 1 })).toBeVisible();
    await then?.(page);
    await settled(page);
  };

export const auditScenes: Record<string, Scene> = {
  audit: at("/agent/activity"),
  "audit-open": at("/agent/activity?tool=fetch_url", (page) =>
    page
      .getByRole("main")
      .getByRole("button", { name: /^fetch_url/ })
      .last()
      .click(),
  ),
  "audit-requests": at("/agent/activity?view=requests"),
  "audit-nothing": at("/agent/activity?view=requests&host=nowhere"),
};
