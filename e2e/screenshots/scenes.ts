import { expect, type Page } from "@playwright/test";
import { Workspace } from "../page.ts";
import { prose } from "./content.ts";
import type { Places } from "./places.ts";

export type Scene = (stage: Places & { page: Page; isPhone: boolean }) => Promise<void>;

const at =
  (talk: keyof Places["talks"], view: "chat" | "canvas" = "chat"): Scene =>
  async ({ page, url, talks }) => {
    const easel = await Workspace.open(page, `${url}/chat/${talks[talk]}`);
    if (view === "canvas") await easel.canvas();
    await settled(page);
  };

/** Charts, tables and fonts come after the page; a picture is taken when nothing has changed for a moment. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, 400);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, 400);
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
        setTimeout(resolve, 4_000);
      }),
  );
}

const signIn = async (page: Page, demoUrl: string) => {
  await page.goto(`${demoUrl}/login`);
  await page.getByLabel("Password").fill("open sesame");
  await page.getByRole("button", { name: /sign in|open/i }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
};

const settings =
  (page_: "models" | "general" | "usage"): Scene =>
  async ({ page, url }) => {
    await page.goto(`${url}/settings/${page_}`);
    await settled(page);
  };

/** Every page and state by name. */
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
  prose: at("prose"),
  long: at("long"),
  tools: at("tools"),
  "tools-open": async (stage) => {
    await at("tools")(stage);
    for (const box of await stage.page.locator("details > summary").all()) await box.click();
  },
  writing: async ({ page, url, provider }) => {
    const easel = await Workspace.open(page, url);
    provider.script([prose, { gate: "never" }]);
    await easel.say("How does sourdough rise?");
    await expect(page.getByText("A lid that fits")).toBeVisible();
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
  "settings-models": settings("models"),
  "settings-general": settings("general"),
  "settings-usage": settings("usage"),
};
