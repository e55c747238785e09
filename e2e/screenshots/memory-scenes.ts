import { expect } from "@playwright/test";
import { call } from "../call.ts";
import type { Scene } from "./scenes.ts";
import { settled, signIn } from "./settled.ts";

const BLOCKS = [
  { label: "bakery", kind: "core", description: "The shop and its people", text: "Two ovens, three people." },
  { label: "recipes.rye", kind: "archival", text: "Soak the grains overnight, then 20 minutes at 250 °C." },
];
const FACTS = [
  { layer: "long", content: "Lives in Zürich" },
  { layer: "mid", content: "Saves for a third oven", category: "plans", certainty: 0.8 },
  { layer: "long", content: "Is allergic to hazelnuts", category: "food" },
  { layer: "long", content: "Lives in Bern" },
];

export async function fillMemory(url: string): Promise<void> {
  await call(url, "PUT", "/api/memory/blob", { content: "Runs a small bakery.\nWants short answers." });
  for (const block of BLOCKS) await call(url, "POST", "/api/memory/blocks", block);
  for (const fact of FACTS) await call(url, "POST", "/api/memory/memories", fact);
}

const open =
  (path: string): Scene =>
  async ({ page, url }) => {
    await page.goto(url + path);
    await settled(page);
  };

export const memoryScenes: Record<string, Scene> = {
  memory: open("/memory"),
  "memory-check": open("/memory/check"),
  "memory-cleanup": open("/memory/cleanup"),
  "memory-fact": async (stage) => {
    await open("/memory/facts")(stage);
    await stage.page.getByRole("link", { name: "Is allergic to hazelnuts" }).click();
    await expect(stage.page.getByRole("textbox", { name: /^Fact/ })).toBeFocused();
    await settled(stage.page);
  },
  "memory-new": async (stage) => {
    await open("/memory")(stage);
    await stage.page.getByRole("button", { name: "New", exact: true }).last().click();
    await settled(stage.page);
  },
  "memory-empty": async ({ page, demoUrl }) => {
    await signIn(page, demoUrl);
    await page.goto(`${demoUrl}/memory`);
    await settled(page);
  },
};
