import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, modelOf } from "./fixtures.ts";
import { accessible } from "./looks.ts";
import { ownServer } from "./own-server.ts";
import { FRAME } from "./page.ts";
import { directive } from "./provider/directive.ts";
import type { Turn } from "./provider/turn.ts";

// Apps need a password.
const test = ownServer((provider) => ({ ...modelOf(provider), EASEL_PASSWORD: "open sesame" }));

// The server tries out every component in a browser, which takes long on a busy machine.
test.describe.configure({ timeout: 180_000 });

const counter = (word: string) => `export default function Counter({ step = 1 }) {
  const [n, setN] = useState(0);
  return <Button onClick={() => setN(n + step)}>${word} {n}</Button>;
}`;

async function api(page: Page, method: string, path: string, body?: unknown) {
  const response = await page.request.fetch(path, { method, ...(body !== undefined && { data: body }) });
  const text = await response.text();
  expect(response.ok(), `${method} ${path}: ${text}`).toBe(true);
  return text.startsWith("{") ? JSON.parse(text) : undefined;
}

async function say(page: Page, conversation: string, text: string, ...turns: Turn[]): Promise<void> {
  const parts = [{ type: "text", text: `${text}\n${directive(...turns)}` }];
  const response = await page.request.post("/api/chat", {
    data: { id: conversation, message: { id: randomUUID(), role: "user", parts } },
  });
  await response.text();
}

const listOf = (page: Page) => page.getByRole("list", { name: "Gallery" });
const card = (page: Page, title: string) =>
  listOf(page)
    .getByRole("listitem")
    .filter({
      has: page.getByRole("heading", { level: 2, name: new RegExp(`^${title}\\s*(v\\d+|\\(.*)?$`) }),
    });
const titles = (page: Page) => listOf(page).getByRole("heading", { level: 2 });

let made: Promise<{ conversation: string; board: string }> | undefined;

/** Signs in, and makes one item of each kind, once for the server of this file. */
async function prepare(page: Page): Promise<{ conversation: string; board: string }> {
  await api(page, "POST", "/api/login", { password: "open sesame" });
  made ??= makeAll(page);
  return made;
}

async function makeAll(page: Page): Promise<{ conversation: string; board: string }> {
  const component = { name: "Tally", description: "Counts guests", code: counter("Guests") };
  await api(page, "POST", "/api/components", component);
  const conversation = randomUUID();
  const shown = { code: counter("Loaves"), title: "Bakery sketch", props: { step: 3 }, wait: false };
  await say(page, conversation, "Sketch it", { tool: "render_and_wait", input: shown }, { text: "There." });
  const { id: board } = await api(page, "POST", "/api/boards", { name: "Kitchen" });
  await api(page, "POST", `/api/boards/${board}/tiles`, {
    component: { name: "Tally" },
    title: "Our guests",
  });
  await api(page, "POST", "/api/apps", {
    ...{ slug: "shop", title: "Shop", source: { kind: "component", name: "Tally" }, audience: "public" },
    ...{ rules: { tables: [], form: null }, queries: [] },
  });
  return { conversation, board };
}

test("the gallery lists, searches and filters items, and copies them to change", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  await prepare(page);
  await page.goto("/agent/components?q=tal");
  await expect(page).toHaveURL(/\/gallery\?q=tal$/);
  await expect(titles(page)).toHaveCount(1);
  await page.goto("/");
  await page.getByRole("link", { name: "Gallery" }).filter({ visible: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Gallery" })).toBeVisible();

  // The four kinds, the newest first, with previews that run.
  await expect(titles(page)).toContainText(["Shop", "Kitchen", "Bakery sketch", "Tally"]);
  await expect(card(page, "Shop")).toContainText("/p/shop · Everyone · No visitors");
  await expect(card(page, "Kitchen")).toContainText("Our guests");
  await expect(card(page, "Bakery sketch").frameLocator(FRAME).getByText("Loaves 0")).toBeVisible();
  await expect(card(page, "Tally").frameLocator(FRAME).getByText("Guests 0")).toBeVisible();
  await accessible(page, "iframe");

  // Filter and search, without another page.
  await page.getByRole("radio", { name: "In conversations" }).click();
  await expect(titles(page)).toHaveText(["Bakery sketch"]);
  await page.getByRole("radio", { name: "All" }).click();
  const search = page.getByRole("searchbox", { name: "Search the gallery" });
  await search.fill("GUESTS");
  await expect(titles(page)).toContainText(["Tally"]);
  await expect(page).toHaveURL(/\/gallery\?q=GUESTS$/);
  await search.fill("no such thing");
  await expect(page.getByText("Nothing matches “no such thing”.")).toBeVisible();
  await search.press("Escape");
  await expect(titles(page)).toHaveCount(4);

  // By keyboard: from the search to a card, and to its page. The gallery lists it first now.
  await search.press("ArrowDown");
  await expect(card(page, "Shop").getByRole("link", { name: /^Shop/ })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/agent\/components\/Tally$/);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Gallery" }).click();
  await expect(titles(page).first()).toContainText("Tally");

  // The copy of a component is on the canvas beside a message that asks for the change.
  await card(page, "Tally").getByRole("button", { name: "Remix “Tally”" }).click();
  await expect(page).toHaveURL(/\/chat\/.+\?component=Tally\+2$/);
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue(
    "Change the component `Tally 2`: ",
  );
  const copy = page.getByRole("region", { name: "Tally 2" }).frameLocator(FRAME);
  await expect(copy.getByText("Guests 0")).toBeVisible();
  await api(page, "PATCH", "/api/components/Tally%202", { code: counter("Visitors") });
  await expect(copy.getByText("Visitors 0")).toBeVisible();
  await page.getByRole("region", { name: "Tally 2" }).getByRole("button", { name: "Unpin" }).click();
  await expect(page.getByRole("region", { name: "Tally 2" })).toHaveCount(0);
  await page.goto("/agent/components/Tally%202#versions");
  await expect(page.getByText("copied from “Tally”")).toBeVisible();
});

test("the gallery copies inline components, boards and apps", { tag: ["@once", "@long"] }, async ({
  page,
}) => {
  const { conversation, board } = await prepare(page);

  // An inline component opens in its conversation, and its copy is a component of the library.
  await page.goto("/gallery?kind=inline");
  await card(page, "Bakery sketch").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/chat/${conversation}#s-`));
  await page.goBack();
  await card(page, "Bakery sketch")
    .getByRole("button", { name: /^Remix/ })
    .click();
  await expect(page).toHaveURL(/\?component=Bakery\+sketch$/);
  const stored = await api(page, "GET", "/api/components/Bakery%20sketch");
  expect(stored).toMatchObject({
    code: counter("Loaves"),
    props_schema: { properties: { step: { default: 3 } } },
  });

  // A board and an app.
  await page.goto("/gallery?kind=board");
  await card(page, "Kitchen")
    .getByRole("button", { name: /^Remix/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Kitchen 2" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Our guests" })).toBeVisible();
  expect(page.url()).not.toContain(board);
  await page.goto("/gallery?kind=app");
  await card(page, "Shop")
    .getByRole("button", { name: /^Remix/ })
    .click();
  await expect(page).toHaveURL(/\?component=Shop$/);
});

test("on a phone, the gallery is one column without overflow, and a remix opens the message", {
  tag: ["@once", "@long"],
}, async ({ page, browser, baseURL }) => {
  await prepare(page);
  const context = await browser.newContext({
    ...{ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" },
    storageState: await page.context().storageState(),
  });
  const phone = await context.newPage();
  await phone.goto("/gallery");
  await expect(card(phone, "Tally")).toBeVisible();
  const width = () => phone.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(390);
  await accessible(phone, "iframe");
  await phone.getByRole("radio", { name: "Boards" }).tap();
  await expect(titles(phone)).toContainText([/^Kitchen/]);
  await phone.getByRole("radio", { name: "Components" }).tap();
  await card(phone, "Tally")
    .getByRole("button", { name: /^Remix/ })
    .tap();
  await expect(phone.getByRole("textbox", { name: "Message" })).toHaveValue(
    /^Change the component `Tally \d`/,
  );
  await context.close();
});
