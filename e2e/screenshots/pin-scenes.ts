import { expect, type Page } from "@playwright/test";
import { call } from "../call.ts";
import { Workspace } from "../page.ts";
import { BOARD } from "./components.ts";
import type { Places } from "./places.ts";
import { settled } from "./settled.ts";

type Stage = Places & { page: Page; isPhone: boolean };
type Scene = (stage: Stage) => Promise<void>;

const beside =
  (talk: keyof Places["talks"], other: keyof Places["talks"] | "new"): Scene =>
  async ({ page, url, talks }) => {
    const from = `/api/conversations/${talks[talk]}`;
    const { body } = await call(url, "GET", from);
    const [ask] = body.asks;
    await call(url, "PATCH", from, { pinnedSurface: `${ask.messageId}/${ask.toolCallId}` });
    page.once("close", () => void call(url, "PATCH", from, { pinnedSurface: null }));
    const easel = await Workspace.open(page, other === "new" ? url : `${url}/chat/${talks[other]}`);
    await easel.canvas();
    await settled(page);
  };

export const pinScenes: Record<string, Scene> = {
  "canvas-component": async ({ page, url, talks }) => {
    const easel = await Workspace.open(page, `${url}/chat/${talks.component}`);
    await easel.canvas();
    await settled(page);
  },
  "canvas-component-failed": async ({ page, url, talks }) => {
    const easel = await Workspace.open(page, `${url}/chat/${talks.brokenComponent}`);
    await easel.canvas();
    await expect(page.getByRole("button", { name: "Let the agent fix it" })).toBeVisible();
    await settled(page);
  },
  "pinned-new": beside("component", "new"),
  "pinned-beside": beside("component", "charts"),
  "pinned-form": beside("form", "new"),
  "pinned-library": async ({ page, url }) => {
    await call(url, "PUT", `/api/pins/components/${BOARD}`, {});
    page.once("close", () => void call(url, "DELETE", `/api/pins/components/${BOARD}`));
    const easel = await Workspace.open(page, url);
    await easel.canvas();
    await settled(page);
  },
};
