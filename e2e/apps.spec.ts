import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "@playwright/test";
import { APP_CODE, APP_RULES } from "./app-code.ts";
import { expect, modelOf } from "./fixtures.ts";
import { accessible } from "./looks.ts";
import { ownServer } from "./own-server.ts";
import { Workspace } from "./page.ts";

const test = ownServer((provider) => ({ ...modelOf(provider), EASEL_PASSWORD: "open sesame" }));

/** Calls the API as the signed-in owner of a page. */
async function api(page: Page, method: string, path: string, body?: unknown) {
  const response = await page.request.fetch(path, { method, ...(body !== undefined && { data: body }) });
  const text = await response.text();
  return { status: response.status(), body: text ? JSON.parse(text) : undefined };
}

async function prepare(page: Page): Promise<void> {
  await api(page, "POST", "/api/login", { password: "open sesame" });
  for (const sql of [
    "drop table if exists guests",
    "create table guests (id integer primary key, name text not null, phone text, visitor text)",
    "insert into guests (name, phone) values ('Host', '0170')",
  ])
    expect((await api(page, "POST", "/api/database/sql", { sql })).status).toBe(200);
  const component = { name: "Guests", description: "Guests of the party", code: APP_CODE };
  const { status } = await api(page, "GET", "/api/components/Guests");
  if (status === 404) expect((await api(page, "POST", "/api/components", component)).status).toBe(200);
}

async function publish(page: Page, more: object = {}) {
  const source = { kind: "component", name: "Guests" };
  const queries = ['SELECT * FROM "guests" ORDER BY id'];
  const made = await api(page, "POST", "/api/apps", {
    ...{
      slug: "party",
      title: "Party",
      source,
      audience: "link",
      rules: { tables: [APP_RULES], form: null, comments: true },
      queries,
    },
    ...more,
  });
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 200 });
  return made.body as { id: string; url: string; version: number };
}

const appOf = (page: Page) => page.frameLocator("iframe");

async function phone(browser: Browser, baseURL: string, url: string): Promise<Page> {
  const { pathname, search } = new URL(url);
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto(pathname + search);
  await expect(appOf(page).getByText("Who brings what")).toBeVisible();
  return page;
}

/** Comments on the button of the app by the keyboard and by a press. */
async function commentAtAdd(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Comments", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Comments" });
  const pick = panel.getByRole("button", { name: "Point at a part" });
  await pick.click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await panel.getByRole("button", { name: /^“Who brings what”/ }).click();
  await pick.click();
  await expect(panel).toBeHidden();
  const guests = appOf(page).getByRole("list", { name: "Guests" }).getByRole("listitem");
  const count = await guests.count();
  await appOf(page).getByRole("button", { name: "Add" }).tap();
  await expect(panel.getByRole("button", { name: /^“Add”/ })).toBeVisible();
  await expect(guests).toHaveCount(count);
  await panel.getByLabel("Write a comment").fill("Larger, please");
  await panel.getByRole("button", { name: "Send" }).click();
  await expect(panel.getByRole("listitem")).toContainText("“Add”");
  await page.getByRole("button", { name: /^Comments/ }).click();
}

test("three phones fill a published form, and the owner takes one visitor back", async ({
  page,
  browser,
  own,
}) => {
  await prepare(page);
  const { id, url } = await publish(page);
  const phones = await Promise.all([1, 2, 3].map(() => phone(browser, own.url, url)));
  for (const [at, one] of phones.entries()) {
    const app = appOf(one);
    await app.getByLabel("Name").fill(`Guest ${at + 1}`);
    await app.getByRole("button", { name: "Add" }).click();
    await expect(app.getByRole("list", { name: "Guests" })).toContainText(`Guest ${at + 1}`);
  }
  // Every phone sees the rows of the others.
  for (const one of phones)
    for (const name of ["Host", "Guest 1", "Guest 2", "Guest 3"])
      await expect(appOf(one).getByRole("list", { name: "Guests" })).toContainText(name);
  expect(new URL(phones[0]?.url() ?? "").search).toBe("");

  await commentAtAdd(phones[1] as Page);
  const comments = await api(page, "GET", `/api/comments?kind=app&app=${id}`);
  expect(comments.body.comments).toMatchObject([
    { text: "Larger, please", shown: "1", point: { tag: "button", text: "Add", title: "Party" } },
  ]);

  const { visitors } = (await api(page, "GET", `/api/apps/${id}/visitors`)).body;
  const second = visitors.find(({ number }: { number: number }) => number === 2);
  const undone = await api(page, "POST", `/api/apps/${id}/undo`, { visitor: second.id });
  expect(undone.body.undone).toBe(1);
  const [first] = phones;
  if (!first) throw new Error("There is no phone");
  await expect(appOf(first).getByRole("list", { name: "Guests" }).getByRole("listitem")).toHaveCount(3);
  await first.emulateMedia({ colorScheme: "dark" });
  // Colours change gradually.
  await expect(appOf(first).getByLabel("Name")).not.toHaveCSS("background-color", "rgb(255, 255, 255)");

  // The page names its manifest, from which phones put it on the home screen.
  const session = await first.context().newCDPSession(first);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
  const manifest = await first.request.get("/p/party/manifest");
  expect(await manifest.json()).toMatchObject({
    name: "Party",
    start_url: "/p/party",
    display: "standalone",
  });
  expect((await first.request.get("/p/party/icon")).headers()["content-type"]).toBe("image/svg+xml");
  const touch = await first.locator("link[rel=apple-touch-icon]").getAttribute("href");
  const icon = await first.request.get(touch ?? "");
  expect(icon.headers()["content-type"]).toBe("image/png");
  const png = await icon.body();
  // Width and height in the header of a PNG.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([180, 180]);

  const at = Date.now();
  await api(page, "PATCH", `/api/apps/${id}`, { version: null });
  for (const one of phones)
    await expect(one.getByRole("alert")).toContainText("There is nothing at this address");
  expect(Date.now() - at).toBeLessThan(2_000);
  expect((await first.goto("/p/party"))?.status()).toBe(404);
  for (const one of phones) await one.context().close();
});

test("a published app opens at once and loads nothing else of Easel", async ({ page, browser, own }) => {
  await prepare(page);
  const { url } = await publish(page, { audience: "public" });
  const context = await browser.newContext({ baseURL: own.url });
  const visitor = await context.newPage();
  const paths = new Set<string>();
  const errors: string[] = [];
  visitor.on("request", (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol !== "blob:") paths.add(pathname);
  });
  visitor.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await visitor.goto(new URL(url).pathname);
  await expect(appOf(visitor).getByText("Who brings what")).toBeVisible();
  expect([...paths].filter((path) => !/^\/(p\/party|rt\/|sandbox)/.test(path))).toEqual([]);
  expect([...paths].filter((path) => path.startsWith("/rt/core"))).toEqual([]);
  expect(errors).toEqual([]);
  // Other sites cannot embed it, and the frame has no origin.
  const origin = await visitor
    .frames()
    .at(-1)
    ?.evaluate(() => self.origin);
  expect(origin).toBe("null");
  await context.close();
});

test("the owner publishes a component in its menu, and unpublishes it in the settings @long", async ({
  page,
  browser,
  own,
}) => {
  await prepare(page);
  const workspace = await Workspace.open(page);
  await workspace.say("Show the guests", {
    tool: "render_and_wait",
    input: { title: "Guests", code: APP_CODE },
  });
  await page.getByRole("button", { name: "More for “Guests”" }).click();
  await page.getByRole("menuitem", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish “Guests”" });
  await expect(dialog.getByRole("group", { name: "guests" })).toBeVisible();
  await dialog.getByLabel("Address").fill("our-party");
  await dialog.getByLabel("Visible: phone").click();
  await dialog.getByLabel("Fill in: phone").click();
  await dialog.getByRole("button", { name: "More" }).click();
  await dialog.getByLabel("Rows of a visitor per day").fill("3");
  await dialog.getByLabel("Sites that may embed it").fill("example.com");
  await expect(dialog.getByText("Not an origin: example.com")).toBeVisible();
  await dialog.getByLabel("Sites that may embed it").fill("https://example.com");
  await dialog.getByLabel("Ask visitors for their name").click();
  await accessible(page);
  await dialog.getByRole("button", { name: "Publish" }).click();
  const address = (await dialog.getByRole("status").locator("code").textContent()) ?? "";
  expect(address).toMatch(/\/p\/our-party\?k=/);
  const visitor = await phone(browser, own.url, address);
  await appOf(visitor).getByLabel("Name").fill("Ann");
  await appOf(visitor).getByRole("button", { name: "Add" }).click();
  await expect(appOf(visitor).getByText("Ann")).toBeVisible();
  await visitor.getByLabel("Your name").fill("Ann of the party");
  await visitor.getByRole("button", { name: "Save" }).click();
  await expect(visitor.getByLabel("Your name")).toHaveCount(0);
  await appOf(visitor).getByLabel("Name").fill("Bea");
  await appOf(visitor).getByRole("button", { name: "Add" }).click();
  await expect(appOf(visitor).getByText("Bea")).toBeVisible();

  // The owner takes the visitor back in the history, where every row is listed.
  await page.goto("/agent/history?author=visitor");
  const change = page.getByRole("region", { name: "Version" });
  await expect(change.getByRole("region", { name: "guests" })).toContainText("Bea");
  await page.getByRole("region", { name: "Timeline" }).getByRole("link").nth(1).click();
  await expect(change.getByRole("region", { name: "guests" })).toContainText("Ann");
  await accessible(page);
  await change.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(appOf(visitor).getByText("Ann", { exact: true })).toHaveCount(0);
  await page.goto("/agent/history?author=visitor");
  await change.getByRole("button", { name: "Take back all of visitor Ann of the party" }).click();
  await expect(change.getByRole("status")).toContainText("1 change was taken back.");
  await expect(appOf(visitor).getByText("Bea", { exact: true })).toHaveCount(0);
  await appOf(visitor).getByLabel("Name").fill("Ann");
  await appOf(visitor).getByRole("button", { name: "Add" }).click();
  await expect(appOf(visitor).getByText("Ann", { exact: true })).toBeVisible();

  await page.goto("/settings/general");
  const list = page.getByRole("list", { name: "Apps" });
  await list.getByRole("button", { name: "Visitors of “Guests”" }).click();
  await list.getByRole("button", { name: "Changes of Ann of the party", exact: true }).click();
  await expect(list.getByRole("list", { name: "Changes of Ann of the party" })).toContainText("name: Ann");
  await list.getByRole("button", { name: "Take back the changes of Ann of the party" }).click();
  await expect(list.getByRole("status")).toContainText("1 change was taken back");
  await page.setViewportSize({ width: 390, height: 844 });
  await list.getByRole("button", { name: "Unpublish “Guests”" }).click();
  await expect(visitor.getByRole("alert")).toContainText("There is nothing at this address");
  await visitor.context().close();
});

/** Serves a page that embeds an address. */
async function siteWith(address: string, hostname: string) {
  const server = createServer((_, response) => {
    response
      .setHeader("content-type", "text/html")
      .end(`<iframe src="${address}" width="400" height="600"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://${hostname}:${port}`, close: () => server.close() };
}

test("an app draws and takes writes in a page of a listed site, and in no other", async ({
  page,
  browser,
  own,
}) => {
  await prepare(page);
  const { url: first } = await publish(page, { slug: "embedded" });
  // The sites are other sites than Easel, so browsers keep its cookies from their frames.
  const listed = await siteWith(first, "127.0.0.1");
  const other = await siteWith(first, "127.0.0.1");
  await publish(page, { slug: "embedded", embed: [listed.origin] });
  const context = await browser.newContext({ baseURL: own.url });
  const visitor = await context.newPage();
  await visitor.goto(listed.origin);
  const app = visitor.frameLocator("iframe").frameLocator("iframe");
  await expect(app.getByText("Who brings what")).toBeVisible();
  for (const name of ["Ann", "Bob"]) {
    await app.getByLabel("Name").fill(name);
    await app.getByRole("button", { name: "Add" }).click();
    await expect(app.getByRole("list", { name: "Guests" })).toContainText(name);
  }
  // Changes of others reach the frame, and a reload is the same visitor.
  await api(page, "POST", "/api/database/sql", { sql: "insert into guests (name) values ('Cleo')" });
  await expect(app.getByRole("list", { name: "Guests" })).toContainText("Cleo");
  await visitor.reload();
  await app.getByLabel("Name").fill("Dan");
  await app.getByRole("button", { name: "Add" }).click();
  await expect(app.getByRole("list", { name: "Guests" })).toContainText("Dan");
  const { apps } = (await api(page, "GET", "/api/apps")).body;
  const { id } = apps.find(({ slug }: { slug: string }) => slug === "embedded");
  const { visitors } = (await api(page, "GET", `/api/apps/${id}/visitors`)).body;
  expect(visitors.map(({ writes }: { writes: number }) => writes).filter(Boolean)).toEqual([3]);

  await visitor.goto(other.origin);
  const refused = visitor.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await visitor.reload();
  await refused;
  await expect(visitor.frameLocator("iframe").getByText("Who brings what")).toHaveCount(0);
  listed.close();
  other.close();
  await context.close();
});

test("visitors fill a form while the server is killed: no write is lost or doubled @long", async ({
  page,
  browser,
  own,
}) => {
  test.setTimeout(240_000);
  await prepare(page);
  const { id, url } = await publish(page, { audience: "public", slug: "killed" });
  const phones = await Promise.all([1, 2, 3].map(() => phone(browser, own.url, url)));
  const names: string[] = [];
  const fill = async (one: Page, at: number) => {
    const app = appOf(one);
    for (let round = 0; round < 6; round++) {
      const name = `Guest ${at} of round ${round}`;
      await app.getByLabel("Name").fill(name);
      await app.getByRole("button", { name: "Add" }).click();
      // The app empties its field once the server has acknowledged the row.
      await expect(app.getByLabel("Name")).toHaveValue("", { timeout: 60_000 });
      names.push(name);
    }
  };
  const filling = Promise.all(phones.map(fill));
  for (let kills = 0; kills < 2; kills++) {
    const before = names.length;
    await expect.poll(() => names.length, { timeout: 60_000 }).toBeGreaterThan(before + 2);
    await own.kill();
    await own.start();
  }
  await filling;
  const { body } = await api(page, "POST", "/api/database/sql", {
    sql: "select name, count(*) from guests where name like 'Guest %' group by name",
  });
  const stored = new Map<string, number>(body.rows);
  expect([...stored.keys()].sort()).toEqual(names.sort());
  expect([...stored.values()].filter((count) => count !== 1)).toEqual([]);
  // Every row has its visitor, who can be taken back.
  const { visitors } = (await api(page, "GET", `/api/apps/${id}/visitors`)).body;
  let undone = 0;
  for (const visitor of visitors)
    undone += (await api(page, "POST", `/api/apps/${id}/undo`, { visitor: visitor.id })).body.undone;
  expect(undone).toBe(names.length);
  for (const one of phones) await one.context().close();
});

const SHEET = {
  title: "Bring a dish",
  blocks: [
    { type: "markdown", content: "## Welcome\n\nTell us **who** comes." },
    { type: "table", data: { sql: "select name from guests order by id" } },
    {
      type: "form",
      fields: [{ name: "name", label: "Name", type: "text", required: true }],
      submitLabel: "Join",
    },
  ],
};

test("a sheet of blocks becomes an app whose answers are rows, and a board with it, too", {
  tag: "@long",
}, async ({ page, browser, own }) => {
  await prepare(page);
  const workspace = await Workspace.open(page);
  await workspace.say("Ask for the guests", { tool: "render_blocks", input: SHEET });
  await page.getByRole("button", { name: "More for “Bring a dish”" }).click();
  await page.getByRole("menuitem", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish “Bring a dish”" });
  await dialog.getByLabel("Address").fill("dishes");
  await dialog.getByLabel("Answers go to").selectOption("guests");
  await dialog.getByLabel("Visible: phone").click();
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  const address = (await dialog.getByRole("status").locator("code").textContent()) ?? "";

  const context = await browser.newContext({ baseURL: own.url, viewport: { width: 390, height: 844 } });
  const visitor = await context.newPage();
  await visitor.goto(new URL(address).pathname + new URL(address).search);
  const app = appOf(visitor);
  await expect(app.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await app.getByLabel("Name").fill("Ann");
  await app.getByRole("button", { name: "Join" }).click();
  await expect(app.getByRole("cell", { name: "Ann" })).toBeVisible();
  await expect(app.getByRole("status")).toContainText("Sent.");

  await dialog.getByRole("button", { name: "Close" }).first().click();
  const made = await api(page, "POST", "/api/boards", { name: "Party board" });
  const { id } = made.body;
  const [, conversation = ""] = /\/chat\/([0-9a-f-]+)/.exec(page.url()) ?? [];
  const { messages } = (await api(page, "GET", `/api/conversations/${conversation}`)).body;
  const message = messages.findLast(({ role }: { role: string }) => role === "assistant");
  const call = message.parts.find((part: { toolCallId?: string }) => part.toolCallId);
  const sheet = { conversation, id: `${message.id}/${call.toolCallId}` };
  const tiles = [{ sheet }, { component: { name: "Guests", props: {} } }];
  for (const tile of tiles) {
    const { status, body } = await api(page, "POST", `/api/boards/${id}/tiles`, tile);
    expect(status, JSON.stringify(body)).toBe(200);
  }
  await page.goto(`/board/${id}`);
  await page.getByRole("button", { name: "More for “Party board”" }).click();
  await page.getByRole("menuitem", { name: "Publish…" }).click();
  const board = page.getByRole("dialog", { name: "Publish “Party board”" });
  await board.getByLabel("Audience").selectOption("public");
  await board.getByLabel("Answers go to").selectOption("guests");
  await board.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(board.getByRole("status")).toContainText("/p/party-board");
  await visitor.setViewportSize({ width: 1280, height: 800 });
  await visitor.goto("/p/party-board");
  await expect(
    app.getByRole("region", { name: "Bring a dish" }).getByRole("cell", { name: "Ann" }),
  ).toBeVisible();
  const guests = app.getByRole("region", { name: "Guests" });
  await guests.getByLabel("Name").fill("Bob");
  await guests.getByRole("button", { name: "Add" }).click();
  await expect(app.getByRole("cell", { name: "Bob" })).toBeVisible();
  await visitor.emulateMedia({ colorScheme: "dark" });
  for (const name of ["Bring a dish", "Guests"])
    await expect(app.getByRole("region", { name }).getByLabel("Name")).not.toHaveCSS(
      "background-color",
      "rgb(255, 255, 255)",
    );
  await context.close();
});
