import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import { chromium } from "playwright";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { chromium as found } from "@/bin/chromium.mjs";
import { type Site, startSite } from "@/e2e/web/site";
import { closeAll } from "@/lib/ground/base/process";
import { isWhole, sample } from "@/lib/ground/base/testing/sample";
import { openSession } from "@/lib/web/browser/sessions";
import { type Listeners, listen } from "../listeners";
import { calls } from "./calls";
import { elements } from "./elements";
import { headers } from "./headers";
import { pagesOf } from "./pages";
import { spellings } from "./spellings";
import { visit } from "./visit";
import type { BrowserAttempt } from "./way";

/** Tabs open at the same time, without popups of the attacks. */
const AT_ONCE = 4;
/** `npm test` tries every fifth attempt, `npm run attack` all. */
const SAMPLE = 5;

let site: Site;
let listeners: Listeners;
let ways: BrowserAttempt[];
beforeAll(async () => {
  vi.stubEnv("EASEL_EGRESS_ALLOW", "localhost");
  // Clear the cached environment, which a timer of the previous test file may have read before.
  await closeAll();
  listeners = await listen();
  const { there } = listeners;
  ways = [elements, calls, headers]
    .flatMap((each) => each(listeners))
    .concat(spellings(there.split(":").at(-1) ?? ""));
  ways = sample(ways, SAMPLE);
  site = await startSite(pagesOf(ways, listeners));
});
afterAll(async () => {
  await closeAll();
  await Promise.all([site.close(), listeners.close()]);
});

test("no page in the agent's browser reaches this machine", async () => {
  const session = await openSession({ agentId: randomUUID(), conversationId: randomUUID() });
  const limit = pLimit(AT_ONCE);
  await Promise.all(ways.map((_, at) => limit(visit, session.context, `${site.url}/way/${at}`)));
  expect(listeners.received()).toEqual([]);
  expect(listeners.counted()).toEqual({ connections: 0, bytes: 0, packets: 0 });
  const reached = (path: string) => site.asked.filter((asked) => asked === `GET ${path}`).length;
  expect(ways.filter((_, at) => reached(`/way/${at}`) === 0)).toEqual([]);
  expect(reached("/here")).toBeGreaterThan(ways.length / 2);
}, 240_000);

test.runIf(isWhole)(
  "control: every attack not marked as harmless reaches a listener in a browser without the guard",
  async () => {
    const browser = await chromium.launch(await found({ download: false }));
    const blocked: string[] = [];
    for (const [at, way] of ways.entries()) {
      // Skip these hosts: some are other machines, which an unguarded browser must not contact.
      if (way.name.startsWith("host ")) continue;
      const before = JSON.stringify(listeners.counted());
      const context = await browser.newContext();
      await visit(context, `${site.url}/way/${at}`);
      await context.close();
      const isOut = JSON.stringify(listeners.counted()) !== before;
      if (!isOut && !way.isHarmless) blocked.push(way.name);
    }
    await browser.close();
    expect(blocked).toEqual([]);
  },
  600_000,
);
