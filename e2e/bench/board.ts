import { stat } from "node:fs/promises";
import { type Browser, chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { Talk } from "../api.ts";
import { call } from "../call.ts";
import { painted, seen, watch } from "./browser.ts";
import { median } from "./client.ts";
import { ARGS } from "./components.ts";
import type { Row } from "./report.ts";

const ROUNDS = 5;
const TILES = 20;

/** A component that never rests, as a clock or a game does. */
const CLOCK = `export default function Clock() {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((now) => now + 1), 100);
    return () => clearInterval(timer);
  }, []);
  return <p>Clock NUMBER: {ticks}</p>;
}`;

const CHART = {
  type: "chart",
  chartType: "line",
  data: {
    labels: Array.from({ length: 30 }, (_, day) => `2026-11-${String(day + 1).padStart(2, "0")}`),
    series: [{ name: "Rye", values: Array.from({ length: 30 }, (_, day) => (day * 37) % 91) }],
  },
};
const TABLE = {
  type: "table",
  columns: ["day", "sold"],
  data: Array.from({ length: 200 }, (_, day) => ({ day, sold: (day * 31) % 97 })),
};

/** A board of twenty sheets that live: charts, tables and components. And what a sheet with a chart weighs in a file. */
export async function boardRows(url: string): Promise<Row[]> {
  const board = await makeBoard(url);
  const found = await chromium();
  const browser = await playwright.launch({ ...found, args: [...found.args, ...ARGS] });
  try {
    const rounds: Awaited<ReturnType<typeof onBoard>>[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const figures = await onBoard(browser, `${url}/board/${board}`);
      if (round >= 0) rounds.push(figures);
    }
    const of = (pick: (one: (typeof rounds)[number]) => number) => median(rounds.map(pick));
    return [
      { name: `board of ${TILES} to first sheet, ms`, easel: of(({ first }) => first) },
      {
        name: `board of ${TILES}, longest task while it comes, ms`,
        easel: of(({ coming }) => coming),
        aim: 50,
      },
      {
        name: `board of ${TILES}, longest task while it scrolls, ms`,
        easel: of(({ scrolled }) => scrolled),
        aim: 50,
      },
      {
        name: `board of ${TILES}, longest task while a tile is dragged, ms`,
        easel: of(({ dragged }) => dragged),
        aim: 50,
      },
      { name: "chart sheet as a file, KB", easel: await exported(browser, url) },
    ];
  } finally {
    await browser.close();
  }
}

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
    const sheet = await sheetOf(talk);
    await call(url, "POST", `/api/boards/${body.id}/tiles`, { sheet });
  }
  return body.id;
}

async function sheetOf(talk: Talk): Promise<{ conversation: string; id: string }> {
  const { messages } = await talk.read();
  for (const message of messages)
    for (const part of message.parts)
      if ("toolCallId" in part) return { conversation: talk.id, id: `${message.id}/${part.toolCallId}` };
  throw new Error("Nothing was shown");
}

async function onBoard(browser: Browser, address: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto("about:blank");
  await page.addInitScript(() => {
    const seen = { longest: 0, shift: 0 };
    Object.assign(globalThis, { seen });
    const note = (list: PerformanceObserverEntryList) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    };
    new PerformanceObserver(note).observe({ type: "longtask" });
  });
  await page.goto(address);
  await page
    .getByText("Clock 0:")
    .or(page.frameLocator("iframe").first().getByText("Clock 0:"))
    .first()
    .waitFor();
  const first = await page.evaluate(() => performance.now());
  await page.waitForLoadState("networkidle");
  const coming = (await seen(page)).longest;

  await page.mouse.move(700, 500);
  await watch(page);
  for (let at = 0; at < 40; at++) await page.mouse.wheel(0, 300);
  await page.getByRole("region", { name: `Sheet ${TILES - 1}`, exact: true }).waitFor();
  await page.waitForLoadState("networkidle");
  await painted(page);
  const scrolled = (await seen(page)).longest;

  for (let at = 0; at < 40; at++) await page.mouse.wheel(0, -300);
  const grip = await page.getByRole("button", { name: "Move “Sheet 1”" }).boundingBox();
  if (!grip) throw new Error("There is nothing to drag by");
  await page.mouse.move(grip.x + 8, grip.y + 8);
  await page.mouse.down();
  await watch(page);
  await page.mouse.move(grip.x - 500, grip.y + 250, { steps: 40 });
  await page.mouse.up();
  await painted(page);
  const dragged = (await seen(page)).longest;
  await page.close();
  return { first, coming, scrolled, dragged };
}

async function exported(browser: Browser, url: string): Promise<number> {
  const talk = new Talk(url);
  const input = { title: "Sold", wait: false, blocks: [CHART] };
  await (await talk.say("Show it", { tool: "render_blocks", input }, { text: "There." })).text();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/chat/${talk.id}`);
  await page.getByRole("button", { name: "More for “Sold”" }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as HTML" }).click();
  const { size } = await stat(await (await coming).path());
  await page.close();
  return size / 1_000;
}
