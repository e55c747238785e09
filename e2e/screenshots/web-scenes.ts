import { expect, type Page } from "@playwright/test";
import { Workspace } from "../page.ts";
import { showLive, usedByAgent } from "./live-view.ts";
import type { Scene } from "./scenes.ts";
import { settled } from "./settled.ts";
import type { Views } from "./web-content.ts";

type Shown = Parameters<typeof showLive>[1];

const byAgent = ({ jpeg, button }: Views): Shown => {
  const target = { ...button, label: "Send the order", action: "Click" };
  return { state: { ...usedByAgent, target }, jpeg };
};

const byUser = ({ jpeg }: Views): Shown => {
  const login = {
    id: "2",
    title: "",
    url: "https://accounts.kornmuehle.example/login",
    isCurrent: false,
  };
  return {
    state: { ...usedByAgent, holder: "person", calling: null, tabs: [...usedByAgent.tabs, login] },
    jpeg,
  };
};

const nothing = (): Shown => ({ closed: "It was closed after ten minutes without use." });

const canvas =
  (shown: (views: Views) => Shown, then?: (page: Page) => Promise<void>): Scene =>
  async ({ page, url, talks, views }) => {
    await showLive(page, shown(views));
    const easel = await Workspace.open(page, `${url}/chat/${talks.web}`);
    await easel.canvas();
    await expect(easel.sheet(/^Browser$/)).toBeVisible();
    await settled(page);
    await then?.(page);
    await settled(page);
  };

const chat =
  (then?: (page: Page) => Promise<void>): Scene =>
  async ({ page, url, talks }) => {
    await showLive(page, nothing());
    await Workspace.open(page, `${url}/chat/${talks.web}`);
    await settled(page);
    await then?.(page);
    await settled(page);
  };

export const webScenes: Record<string, Scene> = {
  web: chat(),
  "web-open": chat(async (page) => {
    const closed = page.locator("details:not([open]) > summary").filter({ visible: true });
    for (let depth = 0; depth < 2; depth++) {
      while ((await closed.count()) > 0) await closed.first().click();
      await settled(page);
    }
    await page.getByText("Searched the web").first().scrollIntoViewIfNeeded();
  }),
  "web-screenshot": chat((page) => page.getByRole("button", { name: /^Enlarge: Screenshot/ }).click()),
  browser: canvas(byAgent),
  "browser-held": canvas(byUser, (page) => page.getByRole("textbox", { name: /^Keyboard input/ }).focus()),
  "browser-back": canvas(byUser, (page) => page.getByRole("button", { name: "Hand back" }).click()),
  "browser-closed": canvas(nothing),
  "browser-full": canvas(byUser, async (page) => {
    await page.getByRole("button", { name: "More for “Browser”" }).click();
    await page.getByRole("menuitem", { name: "Full screen" }).click();
  }),
};
