import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { CAUGHT, type Shown } from "./drawn.ts";

/**
 * Opens a plain page with two elements of each module, by name. Returns the first error of each, which may be a
 * request that the module sends.
 */
export async function drawnElements(modules: ReadonlyMap<string, string>): Promise<Shown[]> {
  const server = createServer(({ url = "" }, response) => {
    const [, name = "", ending] = /^\/([\w-]+)(\.js)?$/.exec(url) ?? [];
    const text = ending ? modules.get(name) : pageOf(name);
    response.writeHead(text ? 200 : 404, { "content-type": ending ? "text/javascript" : "text/html" });
    response.end(text);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await playwright.launch(await chromium());
  try {
    const shown: Shown[] = [];
    for (const name of modules.keys())
      shown.push(await open(browser, `http://127.0.0.1:${port}/${name}`, name));
    return shown;
  } finally {
    await browser.close();
    server.close();
  }
}

const pageOf = (name: string) => `<!doctype html><link rel="icon" href="data:,">
<script type="module" src="/${name}.js"></script><easel-${name}></easel-${name}><easel-${name}></easel-${name}>`;

async function open(browser: Browser, url: string, name: string): Promise<Shown> {
  const page = await browser.newPage();
  const problems: string[] = [];
  const allowed = new Set([url, `${url}.js`]);
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (!allowed.has(request.url()) && !/^(?:data|blob):/.test(request.url()))
      problems.push(`It requests ${request.url()}.`);
  });
  try {
    await page.goto(url, { waitUntil: "networkidle" });
    const elements = page.locator(`easel-${name}`);
    for (const element of await elements.all()) {
      const height = (await element.boundingBox())?.height ?? 0;
      if (height < 10) problems.push("An element renders nothing.");
      const alert = element.locator(".easel-body > [role=alert]");
      if ((await alert.count()) > 0) problems.push(await alert.innerText());
    }
    if ((await elements.count()) !== 2) problems.push("The page has no two elements.");
  } catch (error) {
    problems.push(String(error));
  } finally {
    await page.close();
  }
  const problem = problems.find((text) => !CAUGHT.test(text));
  return problem === undefined ? { name } : { name, problem };
}
