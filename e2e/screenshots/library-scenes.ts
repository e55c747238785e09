import { expect, type Page } from "@playwright/test";
import { call } from "../call.ts";
import { BOARD, boardCode, DELETED, PICKY } from "./components.ts";
import type { Places } from "./places.ts";
import { settled, signIn } from "./settled.ts";

type Scene = (stage: Places & { page: Page; isPhone: boolean }) => Promise<void>;

const library: Scene = async ({ page, url }) => {
  await page.goto(`${url}/gallery?kind=component`);
  await settled(page);
};

const component =
  (name: string, more = ""): Scene =>
  async ({ page, url }) => {
    await page.goto(`${url}/agent/components/${name}${more}`);
    await settled(page);
  };

const editor = (page: Page) => page.getByRole("textbox", { name: /^Code of/ });

async function menu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `More for “${name}”` }).click();
  await expect(page.getByRole("menu")).toBeVisible();
}

export const libraryScenes: Record<string, Scene> = {
  library,
  "library-end": async (stage) => {
    await library(stage);
    await stage.page.getByRole("heading", { name: "Deleted" }).scrollIntoViewIfNeeded();
    await settled(stage.page);
  },
  "library-nothing-found": async (stage) => {
    await library(stage);
    await stage.page.getByRole("searchbox", { name: "Search the gallery" }).fill("zeppelin");
  },
  "library-empty": async ({ page, demoUrl }) => {
    await signIn(page, demoUrl);
    await page.goto(`${demoUrl}/gallery`);
    await settled(page);
  },
  "library-import-broken": async (stage) => {
    await library(stage);
    const file = { name: "board.json", mimeType: "application/json", buffer: Buffer.from("{") };
    await stage.page.getByLabel("A component's file").setInputFiles(file);
    await expect(stage.page.getByText("Not a JSON file.")).toBeVisible();
  },
  "library-import-taken": async (stage) => {
    await library(stage);
    const text = JSON.stringify({ easel: "component", name: BOARD, description: "Mine", code: boardCode });
    const file = { name: "board.json", mimeType: "application/json", buffer: Buffer.from(text) };
    await stage.page.getByLabel("A component's file").setInputFiles(file);
    await expect(stage.page.getByRole("alertdialog")).toBeVisible();
  },
  component: component(BOARD),
  "component-bare": component(BOARD, "?bare"),
  "component-long-name": component("aComparisonOfEverySupplierOfFlourButterAndSugarByPriceAndTaste_1"),
  "component-failed": component(PICKY),
  "component-deleted": component(DELETED),
  "component-wrong-props": async (stage) => {
    await component(BOARD)(stage);
    await stage.page.getByRole("textbox", { name: "most" }).fill("12");
    await stage.page.getByRole("textbox", { name: "ideas" }).fill("[1,");
    await settled(stage.page);
  },
  "component-menu": async (stage) => {
    await component(BOARD)(stage);
    await menu(stage.page, BOARD);
  },
  "component-details": async (stage) => {
    await component(BOARD)(stage);
    await menu(stage.page, BOARD);
    await stage.page.getByRole("menuitem", { name: "Description and props…" }).click();
    await expect(stage.page.getByRole("dialog")).toBeVisible();
    await settled(stage.page);
  },
  "component-code": component(BOARD, "#code"),
  "component-code-error": async (stage) => {
    await component(BOARD, "#code")(stage);
    await editor(stage.page).focus();
    await stage.page.keyboard.press("Control+Home");
    await stage.page.keyboard.insertText("const wrong = ;\n");
    await expect(stage.page.locator(".cm-error")).toBeVisible();
  },
  "component-gate": async (stage) => {
    await component(BOARD, "#code")(stage);
    await editor(stage.page).fill(
      'export default function IdeaBoard() {\n  throw new Error("no flour");\n}\n',
    );
    await editor(stage.page).press("Control+s");
    await expect(stage.page.getByRole("button", { name: "Save anyway" })).toBeVisible({
      timeout: 30_000,
    });
  },
  "component-versions": component(BOARD, "#versions"),
  "component-diff": async (stage) => {
    await component(BOARD, "#versions")(stage);
    await stage.page.getByRole("button", { name: "Version 3" }).click();
    await settled(stage.page);
  },
  // These come last, because they change what the other scenes show.
  "component-conflict": async (stage) => {
    await component(BOARD, "#code")(stage);
    await editor(stage.page).focus();
    await stage.page.keyboard.press("Control+Home");
    await stage.page.keyboard.insertText("// Mine\n");
    await call(stage.url, "PATCH", `/api/components/${BOARD}`, { code: `${boardCode}// ${Date.now()}\n` });
    await stage.page.getByRole("button", { name: "Compare", exact: true }).click();
    await settled(stage.page);
  },
  "component-undo": async (stage) => {
    await component("ovenTimer")(stage);
    await menu(stage.page, "ovenTimer");
    await stage.page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(stage.page.getByRole("button", { name: "Undo" })).toBeVisible();
    const { body } = await call(stage.url, "GET", "/api/history?kind=component&name=ovenTimer");
    await settled(stage.page);
    // The newest revision is the deletion.
    await call(stage.url, "POST", `/api/history/${body.revisions[1].id}/restore`, { accept: true });
  },
};
