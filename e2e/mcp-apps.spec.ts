import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FrameLocator, Page } from "@playwright/test";
import { componentToolName } from "../lib/shared/components/tool-name.ts";
import { call } from "./call.ts";
import { uses } from "./components/uses.ts";
import { expect, test } from "./fixtures.ts";
import { type Host, type HostKind, startHosts } from "./mcp/hosts/server.ts";

/*
 * Components of the library in other programs (MCP Apps): in a host built on `AppBridge`, as the basic host of ext-apps is, in
 * `AppRenderer` of MCP-UI, and in Easel itself.
 */

const FOLDER = join(import.meta.dirname, "components/samples");
/** Imports modules by names that it computes, which only Easel offers. */
const ONLY_IN_EASEL = new Set(["import-module"]);
const all = readdirSync(FOLDER)
  .map((file) => file.replace(".tsx.txt", ""))
  .filter((name) => !ONLY_IN_EASEL.has(name));
const SOME = new Set(["charts-line", "contact-form", "dialog-dropdown"]);
const samples = process.env.COMPONENTS === "all" ? all : all.filter((name) => SOME.has(name));
const KINDS: readonly HostKind[] = ["bridge", "renderer"];

/** Errors that React logs to the console although a component's error boundary has caught them. */
const CAUGHT: Record<string, string> = { "error-boundary": "Not today", "public-imports": "Not today" };

let host: Host;
let token = "";
test.beforeAll(async ({ easel }) => {
  test.setTimeout(300_000);
  for (const name of samples) {
    const code = readFileSync(join(FOLDER, `${name}.tsx.txt`), "utf8");
    const made = { name, description: `The sample ${name}`, code, accept: true };
    expect((await call(easel.url, "POST", "/api/components", made)).status).toBeLessThan(300);
  }
  ({ token } = (await call(easel.url, "POST", "/api/mcp/tokens", { name: "Studio" })).body);
  host = await startHosts(easel, token);
});
test.afterAll(() => host?.close());

const inside = (page: Page): FrameLocator => page.frameLocator("iframe").frameLocator("iframe");

function listen(page: Page): string[] {
  const messages: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") messages.push(message.text());
  });
  page.on("pageerror", (error) => messages.push(String(error)));
  return messages;
}

for (const [nth, name] of samples.entries())
  for (const [at, kind] of KINDS.entries())
    test(`a component works in another program (${kind}): ${name}`, {
      tag: nth === at ? "@once" : ["@once", "@long"],
    }, async ({ browser, easel: { url } }) => {
      // The page of the fixture would fail on errors that some samples catch and log.
      const page = await browser.newPage();
      const messages = listen(page);
      // The two hosts share the agent's state.
      const { entries } = (await call(url, "GET", "/api/state")).body;
      for (const { key } of entries) await call(url, "DELETE", `/api/state/${encodeURIComponent(key)}`);
      await page.goto(host.page(kind, componentToolName(name)));
      await expect.poll(async () => (await page.locator("iframe").boundingBox())?.height).not.toBe(400);
      await uses[name]?.(inside(page), page);
      expect(messages.filter((text) => !text.includes(CAUGHT[name] ?? "\0"))).toEqual([]);
      await page.close();
    });
