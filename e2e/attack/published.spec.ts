import type { APIRequestContext, Page } from "@playwright/test";
import { expect, modelOf } from "../fixtures.ts";
import { ownServer } from "../own-server.ts";
import { listen } from "./listeners.ts";
import { componentOf } from "./stage.ts";
import { inOne } from "./way.ts";
import { loads } from "./ways/loads.ts";

// Without a browser, the server skips the try-out, so that hostile components reach the page.
const test = ownServer((provider) => ({
  ...modelOf(provider),
  EASEL_PASSWORD: "open sesame",
  CHROMIUM_PATH: "/nowhere",
}));

const MAX_MS = 15_000;
const LEAVES_MS = 2_500;

const RULE = {
  ...{ table: "outcomes", read: "none", readable: [], insert: true, insertable: ["got"] },
  ...{ change: "none", changeable: [], remove: "none", owner: "visitor" },
};

async function call(request: APIRequestContext, method: string, path: string, data: object) {
  const response = await request.fetch(path, { method, data });
  const text = await response.text();
  expect(response.status(), `${method} ${path}: ${text}`).toBeLessThan(300);
  return text ? JSON.parse(text) : undefined;
}

async function publish(request: APIRequestContext, code: string, isFirst: boolean): Promise<void> {
  const component = { name: "Attack", description: "An attack", code };
  if (isFirst) await call(request, "POST", "/api/components", component);
  else await call(request, "PATCH", "/api/components/Attack", { code });
  await call(request, "POST", "/api/apps", {
    ...{ slug: "attack", title: "Attack", source: { kind: "component", name: "Attack" } },
    ...{ audience: "public", rules: { tables: [RULE], form: "outcomes" }, queries: [] },
  });
}

/** Waits until the attack has stored its outcome. Returns it, or "" if it reported none. */
async function outcomeOf(page: Page, request: APIRequestContext, timeout: number): Promise<string> {
  let got = "";
  await expect
    .poll(
      async () => {
        const sql = "select got from outcomes order by rowid desc limit 1";
        got = (await call(request, "POST", "/api/database/sql", { sql })).rows[0]?.[0] ?? "";
        return got || (await page.getByText(/^Stopped: /).isVisible());
      },
      { timeout },
    )
    .toBeTruthy()
    .catch(() => {});
  return got;
}

test("a component in a published app sends no data, and leaves the page alone", async ({
  browser,
  playwright,
  own,
}) => {
  test.setTimeout(120_000 + loads.length * 10_000);
  const owner = await playwright.request.newContext({ baseURL: own.url });
  await call(owner, "POST", "/api/login", { password: "open sesame" });
  await call(owner, "POST", "/api/database/sql", { sql: "create table outcomes (got text, visitor text)" });
  const { there, udp, counted, close } = await listen();
  const context = await browser.newContext({ baseURL: own.url });
  const page = await context.newPage();
  const surprises: string[] = [];
  page.on("dialog", (dialog) => {
    surprises.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("download", (download) => surprises.push(download.url()));
  const out: unknown[] = [];
  for (const [at, tried] of loads.entries()) {
    await publish(owner, componentOf(inOne(tried), { there, udp }), at === 0);
    await call(owner, "POST", "/api/database/sql", { sql: "delete from outcomes" });
    const before = counted();
    await page.goto("/p/attack");
    const leaves = tried.some(({ leaves }) => leaves);
    const outcome = await outcomeOf(page, owner, leaves ? LEAVES_MS : MAX_MS);
    const after = counted();
    const isIn =
      JSON.stringify(after) === JSON.stringify(before) &&
      (leaves || outcome === `got ${tried.length} tried`) &&
      page.url() === `${own.url}/p/attack` &&
      context.pages().length === 1;
    if (!isIn) out.push([tried.map(({ name }) => name), outcome, before, after, page.url()]);
  }
  expect(out).toEqual([]);
  expect(surprises).toEqual([]);
  const { connections } = counted();
  await fetch(there);
  expect(counted().connections).toBe(connections + 1);
  await close();
  await context.close();
  await owner.dispose();
});
