import { brotliCompressSync } from "node:zlib";
import { type APIRequestContext, type Browser, chromium as playwright } from "@playwright/test";
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
    const path = await publish(owner.request);
    const opened = [];
    for (let round = -1; round < ROUNDS; round++) {
      const one = await open(browser, url + path);
      if (round >= 0) opened.push(one);
    }
    await owner.request.delete("/api/password", { data: { current: PASSWORD } });
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

async function publish(request: APIRequestContext): Promise<string> {
  const send = async (method: string, path: string, data: unknown) => {
    const response = await request.fetch(path, { method, data });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return response;
  };
  await send("POST", "/api/components", { name: "BenchGuests", description: "Guests", code: APP_CODE });
  const sql = "create table if not exists guests (id integer primary key, name text not null, visitor text)";
  await send("POST", "/api/database/sql", { sql });
  await send("PUT", "/api/password", { password: PASSWORD });
  await send("POST", "/api/apps", {
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
      if (response.url().includes("/stream")) return;
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
