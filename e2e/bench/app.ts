import { brotliCompressSync } from "node:zlib";
import { type Browser, type Page, chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { APP_CODE, APP_RULES } from "../app-code.ts";
import { median } from "./client.ts";
import type { Row } from "./report.ts";

const ROUNDS = 7;
const PASSWORD = "open sesame of the bench";

/**
 * Measures a published app in Chromium with an empty cache: the time until its component is painted, and the size of all
 * that it loads. Over loopback the server does not compress the runtime, so the sizes are computed, by brotli.
 */
export async function appRows(url: string): Promise<Row[]> {
  const browser = await playwright.launch(await chromium());
  try {
    const owner = await browser.newContext({ baseURL: url });
    const page = await owner.newPage();
    await page.goto("/settings/general");
    const path = await publish(page);
    const opened = [];
    for (let round = -1; round < ROUNDS; round++) {
      const one = await open(browser, url + path);
      if (round >= 0) opened.push(one);
    }
    await send(page, "DELETE", "/api/password", { current: PASSWORD });
    return [
      {
        name: "published app, navigation to painted, ms",
        easel: median(opened.map(({ ms }) => ms)),
        aim: 500,
      },
      {
        name: "published app, navigation to painted, worst ms",
        easel: Math.max(...opened.map(({ ms }) => ms)),
      },
      { name: "published app cold, KB", easel: median(opened.map(({ kb }) => kb)), aim: 150 },
      { name: "published app cold, requests", easel: median(opened.map(({ count }) => count)) },
    ];
  } finally {
    await browser.close();
  }
}

/** Calls the API as a page of Easel does. */
export async function send(page: Page, method: string, path: string, body: unknown): Promise<void> {
  const failure = await page.evaluate(
    async ([method, path, body]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(path, { method, headers, body });
      return response.ok ? undefined : `${method} ${path}: ${response.status} ${await response.text()}`;
    },
    [method, path, JSON.stringify(body)] as const,
  );
  if (failure) throw new Error(failure);
}

async function publish(page: Page): Promise<string> {
  await send(page, "POST", "/api/components", { name: "BenchGuests", description: "Guests", code: APP_CODE });
  const sql = "create table if not exists guests (id integer primary key, name text not null, visitor text)";
  await send(page, "POST", "/api/database/sql", { sql });
  await send(page, "PUT", "/api/password", { password: PASSWORD });
  await send(page, "POST", "/api/apps", {
    ...{ slug: "bench", title: "Bench", source: { kind: "component", name: "BenchGuests" } },
    ...{ audience: "public", rules: { tables: [APP_RULES], form: null } },
    queries: ['SELECT * FROM "guests" ORDER BY id'],
  });
  return "/p/bench";
}

async function open(browser: Browser, address: string): Promise<{ ms: number; kb: number; count: number }> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => {
      // The frame reads the script again from a blob, which loads nothing.
      if (/\/stream|^blob:/.test(response.url())) return;
      const size = response.body().then(
        (body) => (response.url().endsWith(".woff2") ? body.length : brotliCompressSync(body).length),
        () => 0,
      );
      sizes.push(size);
    });
    await page.goto(address);
    const ms = await page.evaluate(async () => {
      for (;;) {
        const [mark] = performance.getEntriesByName("painted");
        if (mark) return mark.startTime;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    const all = await Promise.all(sizes);
    return { ms, kb: all.reduce((sum, size) => sum + size, 0) / 1_000, count: all.length };
  } finally {
    await context.close();
  }
}
