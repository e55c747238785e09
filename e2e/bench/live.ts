import { type Page, chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { Talk } from "../api.ts";
import { call } from "../call.ts";
import { median, quantile } from "./client.ts";
import type { Row } from "./report.ts";

const ROWS = 1_000;
const CHANGES = 40;
const TABLE = "bench_live";

export async function liveRows(url: string): Promise<Row[]> {
  await fill(url);
  const talk = new Talk(url);
  const block = { type: "table", data: { sql: `SELECT * FROM ${TABLE}` }, editable: true };
  const input = { title: "Orders", blocks: [block] };
  await (await talk.say("Show them", { tool: "render_blocks", input })).text();
  const browser = await playwright.launch(await chromium());
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${url}/chat/${talk.id}`);
    await page.getByRole("gridcell", { name: "Order 3", exact: true }).waitFor();
    await page.waitForLoadState("networkidle");
    const times: number[] = [];
    for (let change = -5; change < CHANGES; change++) {
      const ms = await changeToPaint(page, change);
      if (change >= 0) times.push(ms);
    }
    return [
      { name: `change to paint, live table of ${ROWS} rows, ms`, easel: median(times), aim: 100 },
      { name: `change to paint, live table of ${ROWS} rows, p95 ms`, easel: quantile(times, 0.95) },
    ];
  } finally {
    await browser.close();
  }
}

/**
 * Milliseconds from sending an UPDATE until the frame that shows its value. The page itself sends the UPDATE,
 * so that one clock measures both ends.
 */
const changeToPaint = (page: Page, change: number): Promise<number> =>
  page.evaluate(
    async ({ table, value }) => {
      await new Promise((done) => setTimeout(done, 250));
      const start = performance.now();
      const sent = fetch("/api/database/sql", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ sql: `UPDATE ${table} SET customer = ? WHERE id = 3`, params: [value] }),
      });
      const grid = document.querySelector('[role="grid"]');
      while (!grid?.textContent?.includes(value)) await new Promise(requestAnimationFrame);
      // The value is painted with this frame.
      const seen = performance.now();
      await sent;
      return seen - start;
    },
    { table: TABLE, value: `Changed ${change}` },
  );

async function fill(url: string): Promise<void> {
  const sql = `DROP TABLE IF EXISTS ${TABLE};
    CREATE TABLE ${TABLE} (id INTEGER PRIMARY KEY, name TEXT, customer TEXT, day TEXT, pieces INTEGER, price REAL);
    INSERT INTO ${TABLE} WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${ROWS})
      SELECT i, 'Order ' || i, 'Customer ' || i % 97, date('2026-01-01', i % 300 || ' days'), i * 7 % 50, i * 1.25 FROM n`;
  const { status, body } = await call(url, "POST", "/api/database/sql", { sql });
  if (status !== 200) throw new Error(`The table was not made: ${JSON.stringify(body)}`);
}
