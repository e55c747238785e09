import { expect, type Locator, type Page } from "@playwright/test";
import { Workspace } from "../page.ts";
import { auditScenes } from "./audit-scenes.ts";
import { prose } from "./content.ts";
import { dataScenes } from "./data-scenes.ts";
import { documentScenes } from "./document-scenes.ts";
import { historyScenes } from "./history-scenes.ts";
import { libraryScenes } from "./library-scenes.ts";
import { manyScenes } from "./many-scenes.ts";
import { memoryScenes } from "./memory-scenes.ts";
import { pinScenes } from "./pin-scenes.ts";
import type { Places } from "./places.ts";
import { settled, signIn } from "./settled.ts";
import { surfaceScenes } from "./surface-scenes.ts";
import { toolScenes } from "./tool-scenes.ts";
import { trustScenes } from "./trust-scenes.ts";
import { webScenes } from "./web-scenes.ts";

export type Scene = (stage: Places & { page: Page; isPhone: boolean }) => Promise<void>;

const at =
  (talk: keyof Places["talks"], view: "chat" | "canvas" = "chat"): Scene =>
  async ({ page, url, talks }) => {
    const easel = await Workspace.open(page, `${url}/chat/${talks[talk]}`);
    if (view === "canvas") await easel.canvas();
    await settled(page);
  };

const settings =
  (page_: "models" | "general" | "usage" | "web" | "tokens"): Scene =>
  async ({ page, url }) => {
    await page.goto(`${url}/settings/${page_}`);
    await settled(page);
  };

async function conversations(page: Page): Promise<Locator> {
  const button = page.getByRole("button", { name: "Conversations" });
  if (await button.isVisible()) await button.click();
  return page.getByRole("navigation", { name: "Conversations" });
}

async function surfaceMenu(page: Page, title: string): Promise<void> {
  await page.getByRole("region", { name: title }).getByRole("button", { name: /^More/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await settled(page);
}

export const scenes: Record<string, Scene> = {
  "first-run": async ({ page, demoUrl }) => {
    await signIn(page, demoUrl);
    await settled(page);
  },
  login: async ({ page, demoUrl }) => {
    await page.goto(`${demoUrl}/login`);
  },
  "login-wrong": async ({ page, demoUrl }) => {
    await page.goto(`${demoUrl}/login`);
    await page.getByLabel("Password").fill("sesame");
    await page.getByRole("button", { name: /sign in|open/i }).click();
    await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
  },
  "not-found": async ({ page, url }) => {
    await page.goto(`${url}/nothing/here`);
  },
  empty: async ({ page, url }) => {
    await Workspace.open(page, url);
    await settled(page);
  },
  inbox: async ({ page, url }) => {
    await page.goto(`${url}/inbox`);
    await settled(page);
  },
  prose: at("prose"),
  long: at("long"),
  tools: at("tools"),
  "tools-open": async (stage) => {
    await at("tools")(stage);
    const closed = stage.page.locator("details:not([open]) > summary").filter({ visible: true });
    // Open the outer elements first. The inner ones appear then.
    for (let depth = 0; depth < 2; depth++) {
      while ((await closed.count()) > 0) await closed.first().click();
      await settled(stage.page);
    }
  },
  reasoning: async (stage) => {
    await at("prose")(stage);
    await stage.page.getByText("Thought about it").click();
    await settled(stage.page);
  },
  editing: async (stage) => {
    await at("versions")(stage);
    await stage.page.getByRole("article").first().hover();
    await stage.page.getByRole("button", { name: "Edit" }).first().click();
  },
  "model-menu": async (stage) => {
    await at("prose")(stage);
    await stage.page.keyboard.press("Control+k");
    await stage.page.getByRole("combobox").fill("Choose the model");
    await stage.page.getByRole("option", { name: /Choose the model/ }).click();
    await settled(stage.page);
  },
  "bad-key": at("badKey"),
  limited: at("limited"),
  question: at("question"),
  approval: at("approval"),
  versions: at("versions"),
  "form-chat": at("form"),
  form: at("form", "canvas"),
  "form-errors": async (stage) => {
    await at("form", "canvas")(stage);
    await stage.page.getByRole("button", { name: "Find rooms" }).click();
  },
  answered: at("answered", "canvas"),
  charts: at("charts", "canvas"),
  table: at("table", "canvas"),
  blocks: at("blocks", "canvas"),
  offline: async (stage) => {
    await at("prose")(stage);
    await stage.page.context().setOffline(true);
    await expect(stage.page.getByText(/offline/i).first()).toBeVisible();
  },
  palette: async (stage) => {
    await at("charts")(stage);
    await stage.page.keyboard.press("Control+k");
    await expect(stage.page.getByRole("dialog")).toBeVisible();
    await settled(stage.page);
  },
  "palette-search": async (stage) => {
    await scenes.palette?.(stage);
    await stage.page.keyboard.type("sourdough");
    await settled(stage.page);
  },
  shortcuts: async (stage) => {
    await at("charts")(stage);
    await stage.page.keyboard.press("Control+/");
    await expect(stage.page.getByRole("dialog")).toBeVisible();
  },
  search: async (stage) => {
    await at("charts")(stage);
    const list = await conversations(stage.page);
    await list.getByRole("searchbox").fill("sourdough");
    await settled(stage.page);
  },
  "search-nothing": async (stage) => {
    await at("charts")(stage);
    const list = await conversations(stage.page);
    await list.getByRole("searchbox").fill("zeppelin");
    await settled(stage.page);
  },
  "list-menu": async (stage) => {
    await at("charts")(stage);
    const row = (await conversations(stage.page)).getByRole("listitem").nth(2);
    await row.hover();
    await row.getByRole("button", { name: /^More for/ }).click();
    await expect(stage.page.getByRole("menu")).toBeVisible();
  },
  "sheet-menu": async (stage) => {
    await at("charts", "canvas")(stage);
    await surfaceMenu(stage.page, "What sold, and when");
  },
  beside: async (stage) => {
    if (stage.isPhone) return;
    await at("charts", "canvas")(stage);
    await stage.page.getByRole("button", { name: "Only the canvas" }).click();
    await surfaceMenu(stage.page, "What sold, and when");
    await stage.page.getByRole("menuitem", { name: "Show beside…" }).click();
    await stage.page.getByRole("option").first().click();
    await settled(stage.page);
  },
  "full-screen": async (stage) => {
    await at("charts", "canvas")(stage);
    await surfaceMenu(stage.page, "What sold, and when");
    await stage.page.getByRole("menuitem", { name: /full screen/i }).click();
    await settled(stage.page);
  },
  "chart-table": async (stage) => {
    await at("charts", "canvas")(stage);
    await stage.page.getByRole("button", { name: "Show as table" }).first().click();
    await settled(stage.page);
  },
  "settings-models": settings("models"),
  "settings-provider": async (stage) => {
    await settings("models")(stage);
    await stage.page.getByRole("button", { name: /Anthropic/ }).click();
    await stage.page.getByLabel(/key/i).filter({ visible: true }).first().fill("sk-ant-not-a-real-key");
    await settled(stage.page);
  },
  "settings-general": settings("general"),
  "settings-web": settings("web"),
  "settings-usage": settings("usage"),
  "settings-tokens": settings("tokens"),
  ...pinScenes,
  ...libraryScenes,
  ...memoryScenes,
  ...toolScenes,
  ...dataScenes,
  ...documentScenes,
  ...historyScenes,
  ...webScenes,
  ...auditScenes,
  ...surfaceScenes,
  ...trustScenes,
  ...manyScenes,
  // These two come last, because they change what the other scenes show.
  deleted: async (stage) => {
    await at("versions")(stage);
    const row = (await conversations(stage.page)).getByRole("listitem").first();
    await row.hover();
    await row.getByRole("button", { name: /^More for/ }).click();
    await stage.page.getByRole("menuitem", { name: "Delete", exact: true }).click();
    await expect(stage.page.getByRole("button", { name: "Undo" })).toBeVisible();
  },
  writing: async ({ page, url, provider }) => {
    const easel = await Workspace.open(page, url);
    provider.script([prose, { gate: "never" }]);
    await easel.say("How does sourdough rise?");
    await expect(page.getByRole("checkbox", { name: "Task" }).last()).toBeVisible();
  },
};
