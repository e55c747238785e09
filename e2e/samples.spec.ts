import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { uses } from "./components/uses.ts";
import { expect, test } from "./fixtures.ts";
import { Workspace } from "./page.ts";

const FOLDER = join(import.meta.dirname, "components/samples");
const SURFACES = 12;

const all = readdirSync(FOLDER).map((file) => file.replace(".tsx.txt", ""));
/** For each kind of component, the samples that use the most features of the frame. */
const SOME = new Set(["canvas-paint", "dialog-dropdown", "hook-form-zod", "shared-cart", "suspense-lazy"]);
const samples = process.env.COMPONENTS === "all" ? all : all.filter((name) => SOME.has(name));

/** Errors that React logs to the console although a component's error boundary has caught them. */
const CAUGHT: Record<string, string> = {
  "error-boundary": "Not today",
  "public-imports": "Not today",
};

type Table = { page: Page; consoleMessages: string[]; open(group: number): Promise<Workspace> };

/** One page for all tests. The samples of a group are surfaces of one conversation. */
let table: Table;
test.beforeAll(async ({ browser, easel }) => {
  test.setTimeout(180_000);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const consoleMessages: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") consoleMessages.push(message.text());
  });
  page.on("pageerror", (error) => consoleMessages.push(String(error)));
  const talks = new Map<number, Promise<Talk>>();
  const open = async (group: number) => {
    const talk = talks.get(group) ?? lay(easel.url, group);
    talks.set(group, talk);
    const address = `${easel.url}/chat/${(await talk).id}`;
    return page.url().startsWith(address) ? new Workspace(page) : Workspace.open(page, address);
  };
  table = { page, consoleMessages, open };
});
test.afterAll(() => table?.page.close());

async function lay(url: string, group: number): Promise<Talk> {
  const talk = new Talk(url);
  const tools = samples.slice(group * SURFACES, (group + 1) * SURFACES).map((name) => ({
    tool: "render_and_wait",
    input: { code: readFileSync(join(FOLDER, `${name}.tsx.txt`), "utf8"), title: name },
  }));
  await talk.say("Show them", { tools }, { text: "Thank you." });
  expect((await talk.until("waiting")).asks).toHaveLength(tools.length);
  return talk;
}

for (const [index, name] of samples.entries()) {
  test(`a sample component works in its frame: ${name}`, async () => {
    const { page, consoleMessages } = table;
    consoleMessages.length = 0;
    const easel = await table.open(Math.floor(index / SURFACES));
    await page.getByRole("navigation", { name: "Sheets" }).getByRole("button", { name }).click();
    const component = easel.sheet(name).locator("[data-slot=component]");
    await expect(component).toHaveAttribute("data-painted");
    await expect.poll(async () => (await component.boundingBox())?.height).toBeGreaterThan(10);
    await uses[name]?.(component.frameLocator("iframe"), page);
    await expect(easel.sheet(name).getByRole("alert")).toHaveCount(0);
    expect(consoleMessages.filter((text) => !text.includes(CAUGHT[name] ?? "\0"))).toEqual([]);
  });
}

test("every sample is tested by an entry in uses", () => {
  expect(Object.keys(uses).sort()).toEqual(all.toSorted());
});
