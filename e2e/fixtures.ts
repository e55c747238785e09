import { randomUUID } from "node:crypto";
import { test as base } from "@playwright/test";
import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { call } from "./call.ts";
import { newDataFolder } from "./data-folder.ts";
import { type Provider, startProvider } from "./provider/server.ts";
import { ReusedPage } from "./reused-page.ts";
import { EaselServer } from "./server.ts";
import type { Site } from "./web/serve.ts";
import { startSite } from "./web/site.ts";

type Worker = { folder: string; provider: Provider; site: Site; easel: EaselServer; reusedPage: ReusedPage };

/** Gives each worker a provider, a site that replaces the web, a data folder, a server and a page. */
export const test = base.extend<object, Worker>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies here
    async ({}, use) => {
      const folder = newDataFolder();
      await use(folder);
      removeDataFolder(folder);
    },
    { scope: "worker" },
  ],
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies here
    async ({}, use) => {
      const provider = await startProvider();
      await use(provider);
      await provider.close();
    },
    { scope: "worker" },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies here
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  easel: [
    async ({ folder, provider }, use) => {
      const local = { EASEL_DATA_DIR: folder, EASEL_EGRESS_ALLOW: "localhost" };
      const easel = await EaselServer.start({ ...local, ...modelOf(provider) });
      await use(easel);
      await easel.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ easel }, use) => use(easel.url),
  reusedPage: [
    async ({ browser }, use) => {
      const reusedPage = new ReusedPage(browser);
      await use(reusedPage);
      await reusedPage.close();
    },
    { scope: "worker" },
  ],
  context: async ({ reusedPage, baseURL, viewport, hasTouch, colorScheme }, use, info) => {
    await use(await reusedPage.openContext({ baseURL, viewport, hasTouch, colorScheme }));
    // After a failure the worker ends, so keep the page as it is for inspection.
    if (info.status === info.expectedStatus) await reusedPage.empty();
  },
  /** Provides a page with an empty canvas. Fails the test if the page logs an error or a warning. */
  page: async ({ context, reusedPage, baseURL }, use) => {
    await unpinAll(baseURL ?? "");
    const page = await reusedPage.openPage(context);
    const consoleMessages: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") consoleMessages.push(message.text());
    });
    page.on("pageerror", (error) => consoleMessages.push(String(error)));
    await use(page);
    expect(consoleMessages.filter((text) => !EXPECTED.test(text))).toEqual([]);
  },
});

async function unpinAll(url: string): Promise<void> {
  const { body, status } = await call(url, "GET", "/api/pins");
  if (status === 401) return;
  for (const { key, from } of body.pins) {
    if (from) await call(url, "PATCH", `/api/conversations/${from.id}`, { pinnedSurface: null });
    else await call(url, "DELETE", `/api/pins/components/${key.replace("component/", "")}`);
  }
}

export const { expect } = test;

/**
 * Messages of Chromium about failed requests, which some journeys provoke, and about preloads on a busy
 * machine.
 */
const EXPECTED =
  /Failed to load resource: (net::ERR_|the server responded with a status of (409|422|503))|preloaded using link preload but not used within a few seconds/;

/**
 * API key in the environment of the worker's servers. It is unique, so that any output with it must come from
 * there.
 */
export const KEY = `sk-env-${randomUUID()}`;

export const modelOf = (provider: Provider): Record<string, string> => ({
  OPENAI_BASE_URL: provider.url,
  OPENAI_API_KEY: KEY,
  EASEL_MODEL: "openai-compatible/fake-model",
});
