import { randomUUID } from "node:crypto";
import { chromium, type Page } from "playwright";
import { chromium as found } from "@/bin/chromium.mjs";
import { closeAll } from "@/lib/ground/base/process";
import { callTool } from "@/lib/tools/toolsets/call";
import { findTool } from "@/lib/tools/toolsets/index";
import { median } from "./client";
import type { Row } from "./report";

const [site = ""] = process.argv.slice(2);
const ROUNDS = 40;
const WARM_UP = 5;

const context = {
  agentId: randomUUID(),
  conversationId: randomUUID(),
  messageId: randomUUID(),
  runId: randomUUID(),
  signal: new AbortController().signal,
};

async function byTool(name: string, input: object): Promise<void> {
  const found = findTool(`browser_${name}`);
  if (!found) throw new Error(`There is no browser_${name}`);
  const outcome = await callTool(found.name, found.tool, input, { ...context, toolCallId: randomUUID() });
  if (!outcome.ok) throw new Error(outcome.error);
}

type Action = { name: string; input: object; plain(page: Page): Promise<unknown> };

const form = `${site}/form`;
const ACTIONS: Action[] = [
  { name: "navigate", input: { url: form }, plain: (page) => page.goto(form) },
  { name: "click", input: { selector: "#boat" }, plain: (page) => page.click("#boat") },
  {
    name: "type",
    input: { selector: "#name", text: "Ada Lovelace", clear_first: true },
    plain: async (page) => {
      await page.fill("#name", "");
      await page.locator("#name").pressSequentially("Ada Lovelace");
    },
  },
  { name: "extract_text", input: {}, plain: (page) => page.innerText("body") },
  { name: "evaluate", input: { code: "document.title" }, plain: (page) => page.evaluate("document.title") },
  { name: "screenshot", input: {}, plain: (page) => page.screenshot() },
];

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const rows: Row[] = [];
const browser = await chromium.launch(await found({ download: false }));
rows.push({
  name: "the first page, with Chromium, ms",
  easel: await timed(() => byTool("navigate", { url: form })),
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(form);
for (const { name, input, plain } of ACTIONS) {
  const bare: number[] = [];
  const easel: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const [by, to] = [await timed(() => plain(page)), await timed(() => byTool(name, input))];
    if (round < 0) continue;
    bare.push(by);
    easel.push(to);
  }
  rows.push({ name: `${name}, p50 ms`, bare: median(bare), easel: median(easel) });
}
await browser.close();
await closeAll();
console.log(`figures ${JSON.stringify(rows)}`);
