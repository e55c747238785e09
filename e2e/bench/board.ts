import { stat } from "node:fs/promises";
import { type Browser, type Page, chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { alive } from "../alive.ts";
import { Talk } from "../api.ts";
import { call } from "../call.ts";
import { painted, seen, watch } from "./browser.ts";
import { median } from "./client.ts";
import { ARGS } from "./components.ts";
import type { Row } from "./report.ts";

const ROUNDS = 3;
const TILES = 20;
const CHANGES = 10;
const AIM_MS = 50;
const SETTLE_MS = 3_000;

/** A component that updates all the time, like a clock or a game, and follows a table. */
const CLOCK = `export default function Clock() {
  const [ticks, setTicks] = useState(0);
  const { rows } = useQuery("select count(*) as n, sum(amount) as total from bench_sales");
  useEffect(() => {
    const timer = setInterval(() => setTicks((now) => now + 1), 100);
    return () => clearInterval(timer);
  }, []);
  return <div className="p-4"><p>Clock NUMBER: {ticks}</p><p>Sold {rows[0]?.n}</p></div>;
}`;
const CHART = {
  type: "chart",
  chartType: "line",
  data: {
    labels: Array.from({ length: 30 }, (_, day) => `2026-11-${String(day + 1).padStart(2, "0")}`),
    series: [{ name: "Rye", values: Array.from({ length: 30 }, (_, day) => (day * 37) % 91) }],
  },
};
const TABLE = { type: "table", query: { sql: "select id, shop, amount from bench_sales order by id" } };

export async function boardRows(url: string): Promise<Row[]> {
  await call(url, "POST", "/api/database/sql", {
    sql: "create table if not exists bench_sales (id integer primary key, shop text, amount integer)",
  });
  await call(url, "POST", "/api/database/sql", {
    sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < 200)
      insert into bench_sales (shop, amount) select 'Shop ' || (i % 9), i % 97 from n`,
  });
  const board = await makeBoard(url);
  const found = await chromium();
  const browser = await playwright.launch({ ...found, args: [...found.args, ...ARGS] });
  try {
    const rounds: Awaited<ReturnType<typeof onBoard>>[] = [];
    const { tiles } = (await call(url, "GET", `/api/boards/${board}`)).body.board;
    const places = tiles.map(({ id, x, y, w, h }: Record<string, unknown>) => ({ id, x, y, w, h }));
    for (let round = -1; round < ROUNDS; round++) {
      await call(url, "PATCH", `/api/boards/${board}`, { places });
      const figures = await onBoard(browser, url, board);
      if (round >= 0) rounds.push(figures);
    }
    const of = (pick: (one: (typeof rounds)[number]) => number) => median(rounds.map(pick));
    const longest = (what: string, pick: (one: (typeof rounds)[number]) => number): Row => ({
      ...{ name: `board of ${TILES}, longest task while ${what}, ms`, easel: of(pick), aim: AIM_MS },
    });
    return [
      { name: `board of ${TILES} to first component, ms`, easel: of(({ first }) => first) },
      longest("it comes", ({ coming }) => coming),
      longest("it scrolls", ({ scrolled }) => scrolled),
      longest("a tile is dragged", ({ dragged }) => dragged),
      longest("a tile is resized", ({ resized }) => resized),
      longest(`a row changes ${CHANGES} times`, ({ changed }) => changed),
      { name: `board of ${TILES}, queries for a change of a row`, easel: of(({ queries }) => queries) },
      { name: "chart sheet as a file, KB", easel: await exported(browser, url) },
    ];
  } finally {
    await browser.close();
  }
}

const tile = (page: Page, at: number) => page.getByRole("region", { name: `Sheet ${at}`, exact: true });

async function makeBoard(url: string): Promise<string> {
  const { body } = await call(url, "POST", "/api/boards", { name: `Bench ${Date.now()}` });
  for (let at = 0; at < TILES; at++) {
    const title = `Sheet ${at}`;
    const blocks = {
      tool: "render_blocks",
      input: { title, wait: false, blocks: [at % 3 === 1 ? CHART : TABLE] },
    };
    const code = CLOCK.replace("NUMBER", String(at));
    const component = { tool: "render_and_wait", input: { title, wait: false, code } };
    const talk = new Talk(url);
    await (await talk.say("Show it", at % 3 === 0 ? component : blocks, { text: "There." })).text();
    const { status } = await call(url, "POST", `/api/boards/${body.id}/tiles`, {
      sheet: await surfaceOf(talk),
    });
    if (status !== 200) throw new Error(`Sheet ${at} was not put on the board`);
  }
  return body.id;
}

async function surfaceOf(talk: Talk): Promise<{ conversation: string; id: string }> {
  const { messages } = await talk.read();
  for (const message of messages)
    for (const part of message.parts)
      if ("toolCallId" in part) return { conversation: talk.id, id: `${message.id}/${part.toolCallId}` };
  throw new Error("Nothing was shown");
}

async function onBoard(browser: Browser, url: string, board: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    const seen = { longest: 0, shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: "longtask" });
  });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/sheets\/queries|\/database\/query/.test(request.url())) asked.push(request.url());
  });
  await page.goto(`${url}/board/${board}`);
  await tile(page, 0)
    .frameLocator("iframe")
    .getByText(/Sold \d/)
    .waitFor();
  const first = await page.evaluate(() => performance.now());
  await calm(page);
  const coming = (await seen(page)).longest;

  const changed = await longestTask(page, async () => {
    asked.length = 0;
    for (let round = 0; round < CHANGES; round++) {
      await call(url, "POST", "/api/database/sql", {
        sql: "insert into bench_sales (shop, amount) values ('New', 1)",
      });
      await page.waitForTimeout(300);
    }
  });
  const queries = asked.length / CHANGES;

  await page.mouse.move(700, 500);
  const scrolled = await longestTask(page, async () => {
    for (let at = 0; at < 40; at++) await page.mouse.wheel(0, 300);
    await tile(page, TILES - 1).waitFor();
    await calm(page);
  });
  for (let at = 0; at < 40; at++) await page.mouse.wheel(0, -300);
  await calm(page);
  const dragged = await longestTask(page, async () => {
    await drag(page, page.getByRole("button", { name: "Move “Sheet 1”" }), { x: -500, y: 250 });
  });
  const resized = await longestTask(page, async () => {
    const item = page.locator(".react-grid-item", { has: tile(page, 1) });
    await drag(page, item.locator(".react-resizable-handle"), { x: 200, y: 150 });
  });
  await page.close();
  return { first, coming, scrolled, dragged, resized, changed, queries };
}

async function calm(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
  await painted(page);
}

async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  await watch(page);
  await work();
  await painted(page);
  return (await seen(page)).longest;
}

async function drag(
  page: Page,
  handle: ReturnType<Page["locator"]>,
  by: { x: number; y: number },
): Promise<void> {
  await handle.scrollIntoViewIfNeeded();
  const at = await handle.boundingBox();
  if (!at) throw new Error("There is nothing to drag by");
  await page.mouse.move(at.x + 8, at.y + 8);
  await page.mouse.down();
  await page.mouse.move(at.x + by.x, at.y + by.y, { steps: 40 });
  await page.mouse.up();
  await calm(page);
}

async function exported(browser: Browser, url: string): Promise<number> {
  const talk = new Talk(url);
  const input = { title: "Sold", wait: false, blocks: [CHART] };
  await (await talk.say("Show it", { tool: "render_blocks", input }, { text: "There." })).text();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/chat/${talk.id}`);
  await alive(page);
  await page.getByRole("button", { name: "More for “Sold”" }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as HTML" }).click();
  const { size } = await stat(await (await coming).path());
  await page.close();
  return size / 1_000;
}
