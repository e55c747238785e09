import { gzipSync } from "node:zlib";
import { type Browser, type Page, chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { Talk } from "../api.ts";
import { Workspace } from "../page.ts";
import { directive } from "../provider/directive.ts";
import { median } from "./client.ts";
import type { Row } from "./report.ts";

const ROUNDS = 7;
const TOKENS = 2_000;
const TABLE_ROWS = 10_000;

/**
 * Measures what a user waits for in Chromium at 1280 × 800, without throttling. `long` is a conversation of
 * 1,000 messages.
 */
export async function browserRows(url: string, long: string): Promise<Row[]> {
  const browser = await playwright.launch(await chromium());
  try {
    const scripts = await scriptSizes(browser, url);
    const opened = await rounds(() => interactiveMs(browser, `${url}/chat/${long}`));
    const streamed = await rounds(() => streaming(browser, url));
    const talk = await tableTalk(url);
    const tables = await rounds(() => bigTable(browser, `${url}/chat/${talk}`));
    const of = <T>(items: T[], pick: (item: T) => number) => median(items.map(pick));
    return [
      { name: "1,000 messages to interactive, ms", easel: median(opened) },
      {
        name: `longest task while ${TOKENS} tokens stream, ms`,
        easel: of(streamed, ({ longest }) => longest),
      },
      { name: `layout shift while ${TOKENS} tokens stream`, easel: of(streamed, ({ shift }) => shift) },
      { name: `table of ${TABLE_ROWS} rows to first paint, ms`, easel: of(tables, ({ paint }) => paint) },
      { name: `longest task while it scrolls, ms`, easel: of(tables, ({ longest }) => longest) },
      { name: "JavaScript of the first page, KB gzip", easel: scripts.needed },
      { name: "JavaScript with what is loaded ahead, KB gzip", easel: scripts.all },
    ];
  } finally {
    await browser.close();
  }
}

async function rounds<T>(measure: () => Promise<T>): Promise<T[]> {
  await measure();
  const results: T[] = [];
  for (let i = 0; i < ROUNDS; i++) results.push(await measure());
  return results;
}

async function withPage<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Time from the start of the navigation until typing into the message field has an effect. */
const interactiveMs = (browser: Browser, address: string): Promise<number> =>
  withPage(browser, async (page) => {
    await goInteractive(page, address);
    return page.evaluate(() => performance.getEntriesByName("interactive")[0]?.startTime ?? Number.NaN);
  });

async function goInteractive(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;
    const timer = setInterval(() => {
      const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]');
      if (!field) return;
      setValue?.call(field, field.value ? "" : "x");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      if (!document.querySelector('button[aria-label="Send"]:not([disabled])')) return;
      clearInterval(timer);
      performance.mark("interactive");
    }, 4);
  });
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("interactive").length > 0);
}

const streaming = (browser: Browser, url: string) =>
  withPage(browser, async (page) => {
    const easel = await Workspace.open(page, url);
    await page.waitForLoadState("networkidle");
    await easel.composer.fill(`Count for me.\n${directive({ tokens: TOKENS })}`);
    // Wait for the field to grow with the text, so that its growth is not measured.
    await painted(page);
    await watch(page);
    await easel.composer.press("Enter");
    await page
      .getByText(`w${TOKENS - 1}`, { exact: false })
      .last()
      .waitFor();
    await easel.idle();
    return seen(page);
  });

async function tableTalk(url: string): Promise<string> {
  const talk = new Talk(url);
  const data = Array.from({ length: TABLE_ROWS }, (_, i) => ({
    order: `2026-${i}`,
    item: i % 3 ? "Rye" : "Roll",
    pieces: i % 41,
    price: Math.round(i * 14.3) / 100,
  }));
  const table = {
    type: "table",
    columns: Object.keys(data[0] ?? {}).map((key) => ({ key, label: key })),
    data,
  };
  const note = { type: "markdown", content: "A note in front." };
  const render = (title: string, block: unknown) => ({
    tool: "render_blocks",
    input: { title, blocks: [block] },
  });
  await (await talk.say("Two sheets", { tools: [render("Orders", table), render("Note", note)] })).text();
  return talk.id;
}

export const painted = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );

const bigTable = (browser: Browser, address: string) =>
  withPage(browser, async (page) => {
    await goInteractive(page, address);
    await page.getByRole("region", { name: "Note" }).waitFor();
    await page.waitForLoadState("networkidle");
    const paint = await page.evaluate(async () => {
      const painted = () =>
        new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
      const tab = [
        ...document.querySelectorAll<HTMLElement>('nav[aria-label="Sheets"] button, [role="tab"]'),
      ].find((element) => element.textContent?.includes("Orders"));
      if (!tab) throw new Error("There is no tab for the table");
      const start = performance.now();
      tab.click();
      const canvas = document.querySelector<HTMLElement>('[aria-label="Canvas"]');
      while (!canvas?.innerText.includes("2026-0")) await painted();
      await painted();
      return performance.now() - start;
    });
    const surface = page.getByRole("region", { name: "Orders" });
    await surface.hover();
    await page.waitForLoadState("networkidle");
    await watch(page);
    for (let i = 0; i < 40; i++) await page.mouse.wheel(0, 900);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    return { paint, ...(await seen(page)) };
  });

export const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { longest: 0, shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: "longtask" });
    new PerformanceObserver((list) => {
      // As in web-vitals, shifts shortly after user input do not count.
      for (const entry of list.getEntries())
        if ("value" in entry && !("hadRecentInput" in entry && entry.hadRecentInput))
          seen.shift += Number(entry.value);
    }).observe({ type: "layout-shift" });
  });

export const seen = (page: Page): Promise<{ longest: number; shift: number }> =>
  page.evaluate(() => Reflect.get(globalThis, "seen"));

/** KB of gzipped scripts: `needed` until the load event, `all` with the scripts that are prefetched afterwards. */
const scriptSizes = (browser: Browser, url: string): Promise<{ needed: number; all: number }> =>
  withPage(browser, async (page) => {
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script")
        sizes.push(response.body().then((body) => gzipSync(body).length / 1_000));
    });
    const sum = async () => (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
    await page.goto(url, { waitUntil: "load" });
    const needed = await sum();
    await page.waitForTimeout(6_000);
    return { needed, all: await sum() };
  });
