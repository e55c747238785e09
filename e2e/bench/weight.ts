import { type Browser, type CDPSession, type Page, chromium as playwright } from "@playwright/test";
import type { Sql } from "postgres";
import { chromium } from "../../bin/chromium.mjs";
import type { Row } from "./report.ts";
import { seedLong } from "./seed.ts";

/** Time in ms after the load event for the page to prefetch code that it may need. */
const AHEAD_MS = 6_000;

/**
 * Measures what Chromium transfers with an empty cache: the page of a new conversation, and a conversation of
 * 1,000 messages, apart from the code that both load. The texts are alike and compress well, so the size before
 * compression is measured too.
 */
export async function weightRows(url: string, sql: Sql): Promise<Row[]> {
  const browser = await playwright.launch(await chromium());
  try {
    // Not measured: the first pages of a server are slower and load more after the load event.
    await opened(browser, `${url}/`);
    const cold = await opened(browser, `${url}/`);
    const conversation = await opened(browser, `${url}/chat/${await seedLong(sql, 1_000)}`);
    return [
      { name: "/ cold, KB", easel: cold.all, aim: 400 },
      { name: "/ cold, KB of scripts", easel: cold.scripts },
      { name: "/ cold, scripts", easel: cold.count },
      { name: "/ cold, % of the script bytes used", easel: cold.used, aim: 60 },
      { name: "1,000 messages, KB of page and API", easel: conversation.data, aim: 80 },
      { name: "1,000 messages, KB of page and API before compression", easel: conversation.plain },
      { name: "1,000 messages, KB with code", easel: conversation.all },
    ];
  } finally {
    await browser.close();
  }
}

type Weight = { all: number; scripts: number; count: number; data: number; plain: number; used: number };

async function opened(browser: Browser, address: string): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const sizes = await sizesOf(await context.newCDPSession(page));
    await page.coverage.startJSCoverage();
    await page.goto(address, { waitUntil: "load" });
    await page.waitForTimeout(AHEAD_MS);
    const scripts = sizes().filter(({ type }) => type === "Script");
    const data = sizes().filter(({ type }) => ["Document", "Fetch", "XHR"].includes(type));
    const kb = (bytes: number[]) => bytes.reduce((sum, one) => sum + one / 1_000, 0);
    const encoded = (sizes: Size[]) => kb(sizes.map(({ encoded }) => encoded));
    return {
      all: encoded(sizes()),
      scripts: encoded(scripts),
      count: scripts.length,
      data: encoded(data),
      plain: kb(data.map(({ plain }) => plain)),
      used: await usedShare(page),
    };
  } finally {
    await context.close();
  }
}

type Size = { type: string; encoded: number; plain: number };

/** Records the transfers of a page. Returns a function for those that have ended. */
async function sizesOf(client: CDPSession): Promise<() => Size[]> {
  const types = new Map<string, string>();
  const received = new Map<string, number>();
  const ended: Size[] = [];
  client.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  client.on("Network.dataReceived", ({ requestId, dataLength }) =>
    received.set(requestId, (received.get(requestId) ?? 0) + dataLength),
  );
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    ended.push({
      type: types.get(requestId) ?? "Other",
      encoded: encodedDataLength,
      plain: received.get(requestId) ?? 0,
    }),
  );
  await client.send("Network.enable");
  return () => ended;
}

/** Returns the percentage of the scripts' characters that ran. */
async function usedShare(page: Page): Promise<number> {
  let all = 0;
  let used = 0;
  for (const { source = "", functions } of await page.coverage.stopJSCoverage()) {
    const isUsed = new Uint8Array(source.length);
    // Inner ranges follow their outer ones and override them.
    const ranges = functions
      .flatMap(({ ranges }) => ranges)
      .toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
    for (const { startOffset, endOffset, count } of ranges)
      isUsed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    all += source.length;
    used += isUsed.reduce((sum, one) => sum + one, 0);
  }
  return (100 * used) / all;
}
