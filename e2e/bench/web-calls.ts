import { randomUUID } from "node:crypto";
import { closeAll } from "@/lib/ground/base/process";
import { callTool } from "@/lib/tools/toolsets/call";
import { findTool } from "@/lib/tools/toolsets/index";
import { readablePage } from "@/lib/web/pages/readable";
import { article } from "../web/article";
import { median, quantile } from "./client";
import type { Row } from "./report";

const [site = ""] = process.argv.slice(2);
const ROUNDS = 100;
const WARM_UP = 10;
const WIDTH = 8;
const ARTICLE = 100_000;

const tool = findTool("fetch_url")?.tool;
if (!tool) throw new Error("There is no fetch_url");
const context = {
  agentId: randomUUID(),
  conversationId: randomUUID(),
  messageId: "m",
  runId: "r",
  toolCallId: "c",
  signal: new AbortController().signal,
};

async function byTool(url: string, raw?: boolean): Promise<void> {
  const outcome = await callTool("fetch_url", tool as NonNullable<typeof tool>, { url, raw }, context);
  if (!outcome.ok) throw new Error(outcome.error);
}

async function plain(url: string): Promise<void> {
  await (await fetch(url)).text();
}

const PAGES = {
  "JSON of 30 bytes": { url: `${site}/json` },
  "text of 100 KB": { url: `${site}/large?characters=100000` },
  "an article of 100 KB, its source": { url: `${site}/article?bytes=${ARTICLE}`, raw: true },
  "an article of 100 KB, as markdown": { url: `${site}/article?bytes=${ARTICLE}` },
};

const rows: Row[] = [];
const reading = timed(() => readablePage(article(ARTICLE), "http://localhost/", context.signal));
rows.push({ name: "markdown of the first page, with its process, ms", easel: await reading });
for (const [name, { url, raw }] of Object.entries<{ url: string; raw?: boolean }>(PAGES)) {
  const bare: number[] = [];
  const easel: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const [by, to] = [await timed(() => plain(url)), await timed(() => byTool(url, raw))];
    if (round < 0) continue;
    bare.push(by);
    easel.push(to);
  }
  rows.push({ name: `fetch_url, ${name}, p50 ms`, bare: median(bare), easel: median(easel) });
  rows.push({ name: `fetch_url, ${name}, p95 ms`, bare: quantile(bare, 0.95), easel: quantile(easel, 0.95) });
}
const { url } = PAGES["JSON of 30 bytes"];
rows.push({
  name: `fetch_url, ${WIDTH} at once, calls/s`,
  bare: await perSecond(() => plain(url)),
  easel: await perSecond(() => byTool(url)),
});
const html = article(ARTICLE);
const times: number[] = [];
for (let round = 0; round < ROUNDS; round++)
  times.push(await timed(() => readablePage(html, "http://localhost/", context.signal)));
rows.push({ name: "markdown of an article of 100 KB, p50 ms", easel: median(times) });
console.log(`figures ${JSON.stringify(rows)}`);
await closeAll();

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function perSecond(call: () => Promise<void>): Promise<number> {
  const lane = async () => {
    for (let round = 0; round < ROUNDS; round++) await call();
  };
  const ms = await timed(() => Promise.all(Array.from({ length: WIDTH }, lane)));
  return (WIDTH * ROUNDS * 1_000) / ms;
}
