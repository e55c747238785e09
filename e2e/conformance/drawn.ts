import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Browser, chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { freePort } from "../free-port.ts";

export type Shown = { name: string; problem?: string };

/** Errors that React logs although an error boundary has caught them, and links of samples to pages that are missing. */
export const CAUGHT = /Not today|404 \(Not Found\)/;

/** Opens the page of each component of a built app in Chromium. Returns the first error of each. */
export async function drawn(app: string, names: readonly string[]): Promise<Shown[]> {
  const port = await freePort();
  const server = spawn(join(app, "node_modules/.bin/next"), ["start", "--port", String(port)], {
    cwd: app,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const browser = await playwright.launch(await chromium());
  try {
    for await (const part of server.stdout) if (String(part).includes("Ready")) break;
    const shown: Shown[] = [];
    for (const name of names) shown.push(await open(browser, `http://localhost:${port}/${name}`, name));
    return shown;
  } finally {
    await browser.close();
    const ended = once(server, "exit");
    server.kill();
    await ended;
  }
}

async function open(browser: Browser, url: string, name: string): Promise<Shown> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  try {
    await page.goto(url, { waitUntil: "networkidle" });
    const main = page.locator(`[data-name="${name}"]`);
    const height = (await main.boundingBox())?.height ?? 0;
    if (height < 10) problems.push("It renders nothing.");
    const pictures = process.env.PICTURES;
    if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
  } catch (error) {
    problems.push(String(error));
  } finally {
    await page.close();
  }
  const problem = problems.find((text) => !CAUGHT.test(text));
  return problem === undefined ? { name } : { name, problem };
}
