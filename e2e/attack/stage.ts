import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { removeDataFolder } from "../../lib/store/embedded/testing/remove.ts";
import { Talk } from "../api.ts";
import { newDataFolder } from "../data-folder.ts";
import { modelOf } from "../fixtures.ts";
import { Workspace } from "../page.ts";
import { type Provider, startProvider } from "../provider/server.ts";
import { ReusedPage } from "../reused-page.ts";
import { EaselServer } from "../server.ts";
import { startProxy } from "./without-header.ts";

type Sites = { provider: Provider; sites: { with: string; without: string }; reusedPage: ReusedPage };

/**
 * Provides one page and one Easel, which is reachable directly and through a proxy that drops the header that only
 * Chromium supports. The page is cleaned between attacks. If an attack left something that the cleaning does not
 * remove, the test fails, which ends the worker and its page.
 */
export const test = base.extend<object, Sites>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies here
    async ({}, use) => {
      const provider = await startProvider();
      await use(provider);
      await provider.close();
    },
    { scope: "worker" },
  ],
  sites: [
    async ({ provider }, use) => {
      const folder = newDataFolder("attack");
      let port = 0;
      const proxy = await startProxy(() => port);
      const without = `http://localhost:${proxy.port}`;
      const easel = await EaselServer.start({
        EASEL_DATA_DIR: folder,
        EASEL_ORIGIN: without,
        EASEL_EGRESS_ALLOW: "localhost",
        ...modelOf(provider),
        // Without a browser, the server skips the try-out, so that hostile components reach the page.
        CHROMIUM_PATH: "/nowhere",
      });
      port = easel.port;
      await use({ with: easel.url, without });
      proxy.close();
      await easel.stop();
      removeDataFolder(folder);
    },
    { scope: "worker", timeout: 180_000 },
  ],
  reusedPage: [
    async ({ browser }, use) => {
      const reusedPage = new ReusedPage(browser);
      await use(reusedPage);
      await reusedPage.close();
    },
    { scope: "worker" },
  ],
  context: async ({ reusedPage, viewport }, use, info) => {
    await use(await reusedPage.openContext({ viewport }));
    if (info.status === info.expectedStatus) await reusedPage.empty();
  },
  page: async ({ reusedPage, context }, use) => use(await reusedPage.openPage(context)),
});

export { expect };

export const sample = <T>(all: readonly T[], every: number): T[] =>
  process.env.ATTACK === "all" ? [...all] : all.filter((_, index) => index % every === 0);

/** Returns a component whose effect runs `body`, and that answers with `over` and the result. */
export const componentOf = (body: string, constants: Record<string, string> = {}): string => `
import { useEffect } from "react";
import { callTool } from "easel";

${Object.entries(constants)
  .map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`)
  .join("\n")}
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const attack = async () => {
  ${body}
};

export default function Attack() {
  useEffect(() => {
    attack().then(
      (got) => callTool("over", { got: got === undefined || got === null ? "nothing" : "got " + String(got) }),
      (error) => callTool("over", { got: String(error) }),
    );
  }, []);
  return <p>Attack</p>;
}
`;

export async function show(page: Page, url: string, ...codes: string[]): Promise<Talk> {
  const talk = new Talk(url);
  const tools = codes.map((code, at) => ({ tool: "render_and_wait", input: { code, title: `Piece ${at}` } }));
  await talk.say("Show it", { tools }, { text: "Thank you." });
  const { asks } = await talk.until("waiting");
  expect(asks).toHaveLength(codes.length);
  await page.goto(`${url}/chat/${talk.id}`);
  return talk;
}

/** Waits until the attack reports its end or the frame is stopped, and returns the report. */
export async function over(page: Page, talk: Talk): Promise<string> {
  let outcome = "";
  await expect
    .poll(
      async () => {
        const { messages } = await talk.read();
        const output = messages.at(-1)?.parts.find(({ output }) => isOver(output))?.output;
        if (isOver(output)) outcome = output.got;
        else if (await page.getByText(/^Stopped: /).isVisible()) outcome = "stopped";
        return outcome;
      },
      { timeout: 20_000, intervals: [50, 100] },
    )
    .not.toBe("");
  return outcome;
}

/** Checks that the page is still open at its URL, is the only one, and works. */
export async function expectUntouched(page: Page, context: BrowserContext, talk: Talk): Promise<void> {
  expect(page.url()).toBe(`${talk.url}/chat/${talk.id}`);
  expect(context.pages()).toHaveLength(1);
  const { composer } = new Workspace(page);
  await composer.fill("Still here");
  await expect(composer).toHaveValue("Still here");
}

type Over = { action: "over"; got: string };

const isOver = (output: unknown): output is Over =>
  typeof output === "object" && output !== null && "got" in output && typeof output.got === "string";
