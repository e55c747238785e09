import { brotliCompressSync } from "node:zlib";
import { type Browser, type Page, chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { Talk } from "../api.ts";
import { APP_CODE, APP_RULES } from "../app-code.ts";
import { median } from "./client.ts";
import type { Row } from "./report.ts";

const ROUNDS = 7;
const PASSWORD = "open sesame of the bench";

const SALES = { labels: ["Rye", "Spelt", "Oat"], series: [{ name: "Loaves", values: [12, 30, 21] }] };
/** Sheets with one block each. */
const SHEETS: Record<string, object> = {
  table: {
    type: "table",
    columns: [
      { key: "flour", label: "Flour" },
      { key: "loaves", label: "Loaves" },
    ],
    data: SALES.labels.map((flour, at) => ({ flour, loaves: at * 7 })),
  },
  chart: { type: "chart", chartType: "bar", data: SALES },
  form: {
    type: "form",
    fields: [
      { name: "name", label: "Name", type: "text", required: true },
      { name: "flour", label: "Flour", type: "select", options: SALES.labels },
    ],
  },
};

/**
 * Measures published apps in Chromium with an empty cache, a component and sheets of blocks: the time until one is painted,
 * the size of all that it loads, and how far its content moves. Over loopback the server does not compress the runtime, so
 * the sizes are computed, by brotli.
 */
export async function appRows(url: string): Promise<Row[]> {
  const sheets = await Promise.all(
    Object.entries(SHEETS).map(async ([kind, block]) => ({ kind, source: await show(url, kind, block) })),
  );
  const browser = await playwright.launch(await chromium());
  try {
    const owner = await browser.newContext({ baseURL: url });
    const page = await owner.newPage();
    await page.goto("/settings/general");
    await publishComponent(page);
    for (const { kind, source } of sheets)
      await publish(page, { slug: `bench-${kind}`, title: kind, source, tables: [], queries: [] });
    const rows: Row[] = [];
    for (const kind of ["component", ...Object.keys(SHEETS)])
      rows.push(...(await opening(browser, `${url}/p/bench${kind === "component" ? "" : `-${kind}`}`, kind)));
    await send(page, "DELETE", "/api/password", { current: PASSWORD });
    return rows;
  } finally {
    await browser.close();
  }
}

async function opening(browser: Browser, address: string, kind: string): Promise<Row[]> {
  const opened: Awaited<ReturnType<typeof open>>[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const one = await open(browser, address);
    if (round >= 0) opened.push(one);
  }
  const times = opened.map(({ ms }) => ms);
  const name = `published ${kind}`;
  return [
    { name: `${name}, navigation to painted, ms`, easel: median(times), aim: 500 },
    { name: `${name}, navigation to painted, worst ms`, easel: Math.max(...times) },
    { name: `${name} cold, KB`, easel: median(opened.map(({ kb }) => kb)), aim: 150 },
    { name: `${name} cold, requests`, easel: median(opened.map(({ count }) => count)) },
    { name: `${name}, layout shift`, easel: Math.max(...opened.map(({ shift }) => shift)), aim: 0 },
  ];
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

/** Shows a sheet with one block, and returns the source of an app of it. */
async function show(url: string, title: string, block: object): Promise<object> {
  const talk = new Talk(url);
  const input = { title, wait: false, blocks: [block] };
  await (await talk.say("Show it", { tool: "render_blocks", input }, { text: "There." })).text();
  const { messages } = await talk.read();
  for (const { id: messageId, parts } of messages)
    for (const { toolCallId } of parts)
      if (toolCallId) return { kind: "surface", conversation: talk.id, messageId, toolCallId };
  throw new Error(`The sheet ${title} was not shown`);
}

type NewApp = { slug: string; title: string; source: object; tables: object[]; queries: string[] };

const publish = (page: Page, { tables, ...app }: NewApp): Promise<void> =>
  send(page, "POST", "/api/apps", { ...app, audience: "public", rules: { tables, form: null } });

async function publishComponent(page: Page): Promise<void> {
  await send(page, "POST", "/api/components", { name: "BenchGuests", description: "Guests", code: APP_CODE });
  const sql = "create table if not exists guests (id integer primary key, name text not null, visitor text)";
  await send(page, "POST", "/api/database/sql", { sql });
  await send(page, "PUT", "/api/password", { password: PASSWORD });
  await publish(page, {
    ...{ slug: "bench", title: "Bench", source: { kind: "component", name: "BenchGuests" } },
    ...{ tables: [APP_RULES], queries: ['SELECT * FROM "guests" ORDER BY id'] },
  });
}

type Opened = { ms: number; kb: number; count: number; shift: number };

async function open(browser: Browser, address: string): Promise<Opened> {
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
    const shifts = await Promise.all(page.frames().map((frame) => frame.evaluate(shiftOf)));
    const shift = shifts.reduce((sum, one) => sum + one, 0);
    return { ms, kb: all.reduce((sum, size) => sum + size, 0) / 1_000, count: all.length, shift };
  } finally {
    await context.close();
  }
}

/** Returns the cumulative layout shift of a document, after two frames. */
const shiftOf = (): Promise<number> =>
  new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum), 100)));
  });
