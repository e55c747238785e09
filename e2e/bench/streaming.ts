import { randomUUID } from "node:crypto";
import { type Browser, type Page, chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { surfaceKey } from "../../lib/shared/chat/surfaces/surface-key.ts";
import { Talk } from "../api.ts";
import type { Control } from "../provider/client.ts";
import { directive } from "../provider/directive.ts";
import type { Turn } from "../provider/turn.ts";
import { median } from "./client.ts";
import { ARGS } from "./components.ts";
import type { Row } from "./report.ts";
import { writtenAt } from "./surfaces.ts";

const ROUNDS = 3;
const EDITS = 7;
const REST_MS = 2_000;
/** 50 tokens of four characters a second, in chunks of twelve characters. */
const RATE = 50 / 3;
const BYTES = 6_000;
const TITLE = "Orders";

export async function streamingRows(url: string, provider: Control): Promise<Row[]> {
  const found = await chromium();
  const browser = await playwright.launch({ ...found, args: [...found.args, ...ARGS] });
  try {
    const shares: { source: number; drawn: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) shares.push(await grows(browser, url, round));
    const here = (rate?: number) =>
      edited(browser, url, { ask: (...asked) => askHere(provider, ...asked), rate });
    const atOnce = await here();
    const streamed = await here(RATE);
    const elsewhere = await edited(browser, url, { ask: askElsewhere });
    const ofEdits = (edits: Edited[], name: keyof Edited) => median(edits.map((edit) => edit[name]));
    const of = (name: "source" | "drawn") => median(shares.map((share) => share[name]));
    return [
      { name: "component of 6 KB at 50 tokens/s, source seen, % of its time", easel: of("source"), aim: 40 },
      { name: "component of 6 KB at 50 tokens/s, first drawn, % of its time", easel: of("drawn"), aim: 40 },
      { name: "edit of a line written to seen, ms", easel: ofEdits(atOnce, "seen"), aim: 120 },
      {
        name: "edit of a line written to seen, worst ms",
        easel: Math.max(...atOnce.map(({ seen }) => seen)),
      },
      { name: "edit of a line written to tried out and live, ms", easel: ofEdits(atOnce, "live") },
      {
        name: "edit of a line at 50 tokens/s written to seen, ms",
        easel: ofEdits(streamed, "seen"),
        aim: 120,
      },
      {
        name: "edit of a line at 50 tokens/s written to tried out and live, ms",
        easel: ofEdits(streamed, "live"),
      },
      {
        name: "edit of a line that another client asks for, written to seen, ms",
        easel: ofEdits(elsewhere, "seen"),
      },
    ];
  } finally {
    await browser.close();
  }
}

/** A component in the order in which models write: data, a part, state, then the markup. */
export function orders(round: number): string {
  const head = `import { useState } from "react";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Button } from "@/components/ui/button";

const ORDERS = [
${Array.from({ length: 8 }, (_, at) => `  { id: ${at}, customer: "Customer ${at}", total: ${at * 37 + 12}, state: "open" },`).join("\n")}
];

const money = (value) => new Intl.NumberFormat("en", { style: "currency", currency: "EUR" }).format(value);

export default function Orders() {
  const [picked, setPicked] = useState(null);
  const open = ORDERS.filter(({ state }) => state === "open");
  const total = open.reduce((sum, order) => sum + order.total, ${round});
  return (
    <main className="flex flex-col gap-4 p-4">
      <h1 className="text-2xl font-semibold">Orders of today</h1>
      <p className="text-muted-foreground">{open.length} open orders, {money(total)}</p>
`;
  const row = (at: number) => `      <Card>
        <CardHeader>
          <CardTitle>Order ${at}</CardTitle>
        </CardHeader>
        <CardContent className="flex items-center justify-between gap-4">
          <span className="font-medium">{ORDERS[${at % 8}].customer}</span>
          <span className="tabular-nums">{money(ORDERS[${at % 8}].total)}</span>
          <Button variant="outline" onClick={() => setPicked(${at})}>{picked === ${at} ? "Picked" : "Pick"}</Button>
        </CardContent>
      </Card>
`;
  let code = head;
  for (let at = 0; code.length < BYTES; at++) code += row(at);
  return `${code}    </main>\n  );\n}\n`;
}

/**
 * Returns when the component's source and preview first appear, as percentages of the time that the model takes to
 * write the call.
 */
async function grows(browser: Browser, url: string, round: number) {
  const { talk, page } = await opened(browser, url);
  const source = seenAt(page, "[data-slot=writing] pre");
  const drawn = seenAt(page, "[data-slot=preview][data-shown]");
  const call = { tool: "render_and_wait", input: { title: TITLE, code: orders(round) }, rate: RATE };
  const response = await talk.say("Show it", call);
  const began = Date.now();
  const took = (await writtenAt(response)) - began;
  const share = async (at: Promise<number>) => (((await at) - began) / took) * 100;
  const shares = { source: await share(source), drawn: await share(drawn) };
  await page.close();
  return shares;
}

type Edited = { seen: number; live: number };
/**
 * Sends a user message to which the scripted model answers with `call`. Resolves to the time at which the
 * model has written the whole call, in milliseconds since 1970.
 */
type Ask = (page: Page, talk: Talk, call: Turn) => Promise<number>;

/**
 * Sends the message in the page, as a user does. Takes the time from the clock of the model's server, which
 * ends its response with the call.
 */
async function askHere(provider: Control, page: Page, _: Talk, call: Turn): Promise<number> {
  const message = `Change it ${randomUUID()}`;
  await page
    .getByRole("textbox", { name: "Message" })
    .fill(`${message}\n${directive(call, { text: "Done." })}`);
  await page.keyboard.press("Enter");
  const [{ endedAt } = {}] = await provider.requests({ containing: message, ended: true, atLeast: 1 });
  if (endedAt === undefined) throw new Error("The call was not written");
  return endedAt;
}

/** Sends the message by the API, so that the page learns of it by events, as with another tab or a job. */
const askElsewhere: Ask = async (_, talk, call) =>
  writtenAt(await talk.say("Change it", call, { text: "Done." }));

/** Measures edits whose call arrives at once, or in chunks of twelve characters at `rate` a second. */
async function edited(
  browser: Browser,
  url: string,
  { ask, rate }: { ask: Ask; rate?: number },
): Promise<Edited[]> {
  const { talk, page } = await opened(browser, url);
  const code = orders(0);
  await (
    await talk.say(
      "Show it",
      { tool: "render_and_wait", input: { title: TITLE, code, wait: false } },
      { text: "There." },
    )
  ).text();
  const { messages } = await talk.read();
  const message = messages.findLast(({ parts }) => parts.some(({ type }) => type === "tool-render_and_wait"));
  const { toolCallId = "" } = message?.parts.find(({ type }) => type === "tool-render_and_wait") ?? {};
  const surface = surfaceKey(message?.id ?? "", toolCallId);
  const times: Edited[] = [];
  let before = "Orders of today";
  for (let round = 0; round < EDITS; round++) {
    const next = `Orders, version ${round}`;
    await painted(page, before);
    // A user reads the result before asking for the next change.
    await page.waitForTimeout(REST_MS);
    const shown = shownAt(page);
    const input = { surface, edits: [{ find: before, replace: next }], wait: false };
    const written = await ask(page, talk, { tool: "render_and_wait", input, rate });
    const { seen, live } = await shown;
    times.push({ seen: seen - written, live: live - written });
    await painted(page, next);
    await talk.until("completed");
    before = next;
  }
  await page.close();
  return times;
}

const shownAt = (page: Page): Promise<Edited> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const live = () =>
          document.querySelector("[data-slot=component][data-painted] > iframe:last-of-type");
        const before = live();
        let seen: number | undefined;
        const observer = new MutationObserver(() => {
          const now = live();
          const isLive = now !== null && now !== before;
          const isSeen =
            isLive || document.querySelector("[data-slot=changing] [data-slot=preview][data-shown]");
          if (!isSeen) return;
          if (isLive) observer.disconnect();
          requestAnimationFrame(() => {
            const at = performance.timeOrigin + performance.now();
            seen ??= at;
            if (isLive) done({ seen, live: at });
          });
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
  );

async function opened(browser: Browser, url: string) {
  const talk = new Talk(url);
  await (await talk.say("Hello", { text: "Hello." })).text();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/chat/${talk.id}`);
  await page.getByText("Hello.", { exact: true }).waitFor();
  return { talk, page };
}

const seenAt = (page: Page, selector: string): Promise<number> =>
  page
    .waitForFunction(
      (selector) => document.querySelector(selector) !== null && performance.timeOrigin + performance.now(),
      selector,
      { polling: "raf", timeout: 120_000 },
    )
    .then((handle) => handle.jsonValue())
    .then(Number);

async function painted(page: Page, heading: string): Promise<number> {
  const at = page
    .locator("[data-slot=component][data-painted]")
    .frameLocator("iframe")
    .locator("h1", { hasText: heading });
  await at.waitFor({ timeout: 60_000 });
  return performance.timeOrigin + performance.now();
}
