import { type Browser, type Page, chromium as playwright } from "@playwright/test";
import * as z from "zod";
import { chromium } from "../../bin/chromium.mjs";
import { Talk } from "../api.ts";
import { call } from "../call.ts";
import { median } from "./client.ts";
import { descendants, launch, memoryMb } from "./processes.ts";
import type { Row } from "./report.ts";

const ROUNDS = 5;
const BUSY = 20;
const SECONDS = 10;
/** Gives every component its own process, as on a desktop. */
export const ARGS = ["--site-per-process", "--enable-precise-memory-info"];

export const KINDS = {
  component: `export default () => <Card className="p-4"><CardTitle>Piece NUMBER</CardTitle><Button>Press</Button></Card>;`,
  chart: `export default () => <LineChart width={400} height={200} data={[{ v: NUMBER }, { v: 3 }]}><XAxis /><YAxis /><Line dataKey="v" /></LineChart>;`,
  "component with state": `export default () => { const [n] = useAgentState("bench/NUMBER", 1); return <p className="p-4">State {n}</p>; };`,
};
type Kind = keyof typeof KINDS;

/** Draws, counts and animates all the time, and updates every tenth of a second. */
const ANIMATED = `export default function Busy() {
  const canvas = useRef(null);
  const [count, setCount] = useAgentState("bench/busy", 0);
  const [rows, setRows] = useState([]);
  useEffect(() => {
    const timer = setInterval(() => setRows(Array.from({ length: 30 }, () => Math.random())), 100);
    const context = canvas.current.getContext("2d");
    let frame = requestAnimationFrame(function draw(now) {
      context.clearRect(0, 0, 300, 60);
      for (let i = 0; i < 200; i++) context.fillRect((now / 10 + i * 7) % 300, (i * 13) % 60, 3, 3);
      frame = requestAnimationFrame(draw);
    });
    return () => { clearInterval(timer); cancelAnimationFrame(frame); };
  }, []);
  return <div><canvas ref={canvas} width={300} height={60} /><div className="size-4 animate-spin bg-primary" />
    <ul>{rows.map((row, i) => <li key={i} style={{ width: row * 300 }} className="h-1 bg-chart-1" />)}</ul><p>{count}</p></div>;
}`;

export async function componentRows(url: string): Promise<Row[]> {
  const found = await chromium();
  const options = { ...found, args: [...found.args, ...ARGS] };
  const server = await playwright.launchServer(options);
  const browser = await playwright.connect(server.wsEndpoint());
  try {
    const times = await drawn(browser, url);
    const kinds = Object.keys(KINDS) as Kind[];
    return [
      ...kinds.map((kind) => ({ name: `${kind} to painted, ms`, easel: median(times[kind].warm), aim: 80 })),
      ...kinds.map((kind) => ({
        name: `${kind} to painted, no frame ready, ms`,
        easel: median(times[kind].cold),
        aim: 400,
      })),
      ...(await compileRows()),
      ...(await busyRows(browser, url, server.process().pid ?? 0)),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

type Times = Record<Kind, { warm: number[]; cold: number[] }>;

/**
 * Opens surfaces in turn. Waits until a spare frame is ready before every second surface (`warm`), and opens the
 * other surfaces at once (`cold`).
 */
async function drawn(browser: Browser, url: string): Promise<Times> {
  const talk = new Talk(url);
  const titles = new Map<string, Kind>();
  const tools = (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
    Array.from({ length: ROUNDS * 2 + 2 }, (_, at) => {
      const title = `${kind} ${at}`;
      titles.set(title, kind);
      const code = KINDS[kind].replace("NUMBER", String(1_000 + at));
      return { tool: "render_and_wait", input: { title, code } };
    }),
  );
  await (await talk.say("Show them", { tools }, { text: "Thank you." })).text();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/chat/${talk.id}`);
  const times: Times = {
    component: { warm: [], cold: [] },
    chart: { warm: [], cold: [] },
    "component with state": { warm: [], cold: [] },
  };
  let at = 0;
  for (const [title, kind] of titles) {
    const isWarm = at % 2 === 0;
    if (isWarm) await parked(page);
    const ms = await bring(page, title);
    // Exclude the first two of each kind, because they load its dependencies.
    if (at % (ROUNDS * 2 + 2) >= 2) times[kind][isWarm ? "warm" : "cold"].push(ms);
    at++;
  }
  await page.close();
  return times;
}

async function parked(page: Page): Promise<void> {
  await page.waitForTimeout(1_500);
  await page.locator("body > [inert] > iframe").last().waitFor({ state: "attached" });
  await page.waitForTimeout(1_000);
}

const bring = (page: Page, title: string): Promise<number> =>
  page.evaluate(async (title) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Sheets"] button')];
    const tab = buttons.find((button) => button.innerText.startsWith(title));
    if (!tab) throw new Error(`There is no sheet ${title}`);
    const isPainted = () =>
      [...document.querySelectorAll("[data-slot=component][data-painted] > iframe")].some(
        (frame) => frame.getAttribute("title") === title,
      );
    const start = performance.now();
    tab.click();
    await new Promise<void>((done) => {
      const observer = new MutationObserver(() => {
        if (!isPainted()) return;
        observer.disconnect();
        requestAnimationFrame(() => done());
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    return performance.now() - start;
  }, title);

const compiled = z.object({ first: z.number(), median: z.number(), longest: z.number() });

async function compileRows(): Promise<Row[]> {
  const { url, stop } = await launch({
    args: ["--import", "./e2e/bench/alias.mjs", "e2e/bench/compile.ts"],
    ready: /^compiled (\{.*\})$/,
  });
  await stop();
  const { first, median, longest } = compiled.parse(JSON.parse(url));
  return [
    { name: "component compiled, ms", easel: median },
    { name: "component compiled, the slowest sample, ms", easel: longest },
    { name: "component compiled, the first after the start, ms", easel: first },
  ];
}

async function busyRows(browser: Browser, url: string, pid: number): Promise<Row[]> {
  for (let at = 0; at < BUSY; at++) {
    const made = { name: `Busy${at}`, description: "Works all the time", code: `${ANIMATED}\n// ${at}` };
    const { status } = await call(url, "POST", "/api/components", made);
    if (status !== 200 && status !== 409) throw new Error(`A component was not created: ${status}`);
  }
  const memory = () => [pid, ...descendants(pid)].reduce((sum, each) => sum + memoryMb(each), 0);
  const page = await browser.newPage({ viewport: { width: 1600, height: 2_000 } });
  await page.goto(`${url}/chat`);
  await page.waitForLoadState("networkidle");
  const before = memory();
  await page.goto(`${url}/gallery?kind=component`);
  await page.waitForFunction(
    (count) => document.querySelectorAll("[data-slot=component][data-painted]").length === count,
    BUSY,
    { timeout: 120_000 },
  );
  await page.waitForTimeout(3_000);
  const { tasks, longest, heap } = await page.evaluate(async (seconds) => {
    const found: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.push(duration);
    }).observe({ type: "longtask" });
    await new Promise((done) => setTimeout(done, seconds * 1_000));
    const memory: { usedJSHeapSize?: number } = Reflect.get(performance, "memory") ?? {};
    return { tasks: found.length, longest: Math.max(0, ...found), heap: memory.usedJSHeapSize ?? Number.NaN };
  }, SECONDS);
  const used = memory() - before;
  await page.close();
  return [
    { name: `${BUSY} busy components: long tasks of the page a second`, easel: tasks / SECONDS, aim: 0 },
    { name: `${BUSY} busy components: longest task of the page, ms`, easel: longest, aim: 50 },
    { name: `${BUSY} busy components: JavaScript heap of the page, MB`, easel: heap / 1e6 },
    { name: `${BUSY} busy components: memory of the browser for them, MB`, easel: used },
  ];
}
