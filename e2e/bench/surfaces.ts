import { type Browser, type Page, chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { Talk } from "../api.ts";
import { median } from "./client.ts";
import { ARGS, KINDS } from "./components.ts";
import type { Row } from "./report.ts";

const ROUNDS = 7;
/** Chunks of twelve characters a second: the model writes each component for about two seconds. */
const RATE = 8;

export async function surfaceRows(url: string): Promise<Row[]> {
  const found = await chromium();
  const browser = await playwright.launch({ ...found, args: [...found.args, ...ARGS] });
  try {
    return await rowsIn(browser, url);
  } finally {
    await browser.close();
  }
}

async function rowsIn(browser: Browser, url: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, code] of Object.entries(KINDS)) {
    const times: number[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const ms = await appears(browser, url, { kind, code: code.replaceAll("NUMBER", `${2_000 + round}`) });
      if (round >= 0) times.push(ms);
    }
    rows.push({ name: `${kind} written to painted, ms`, easel: median(times), aim: 80 });
    rows.push({ name: `${kind} written to painted, worst ms`, easel: Math.max(...times) });
  }
  return rows;
}

async function appears(
  browser: Browser,
  url: string,
  { kind, code }: { kind: string; code: string },
): Promise<number> {
  const talk = new Talk(url);
  await (await talk.say("Hello", { text: "Hello." })).text();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/chat/${talk.id}`);
  await page.getByText("Hello.", { exact: true }).waitFor();
  const painted = paintedAt(page, kind);
  const call = { tool: "render_and_wait", input: { title: kind, code }, rate: RATE };
  const written = await writtenAt(await talk.say("Show it", call));
  const ms = (await painted) - written;
  await page.close();
  return ms;
}

export async function writtenAt(response: Response): Promise<number> {
  let text = "";
  if (!response.body) throw new Error(`No stream: ${response.status}`);
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes('"type":"tool-input-available"')) return performance.timeOrigin + performance.now();
  }
  throw new Error(`No call was written: ${text.slice(-500)}`);
}

const paintedAt = (page: Page, title: string): Promise<number> =>
  page.evaluate(
    (title) =>
      new Promise<number>((done) => {
        const observer = new MutationObserver(() => {
          const frames = document.querySelectorAll("[data-slot=component][data-painted] > iframe");
          if (![...frames].some((frame) => frame.getAttribute("title") === title)) return;
          observer.disconnect();
          requestAnimationFrame(() => done(performance.timeOrigin + performance.now()));
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
    title,
  );
