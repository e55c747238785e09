import { openings } from "../lib/shared/openings.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { FRAME, Workspace } from "./page.ts";

let base = "";
test.beforeEach(async ({ easel: { url } }) => {
  const { body } = await call(url, "POST", "/api/agents", { name: "Demo" });
  base = `/a/${body.id}`;
  expect(await call(url, "PUT", `/api/settings?agent=${body.id}`, { model: "demo" })).toMatchObject({
    status: 200,
  });
});
test.afterEach(async ({ page, easel: { url } }) => {
  // Leave the page first, because it would request data of the deleted agent.
  await page.goto("about:blank");
  await call(url, "DELETE", `/api/agents/${base.slice("/a/".length)}`);
});

class Visitor extends Workspace {
  get next() {
    return this.page.getByRole("region", { name: "Where to next?" });
  }

  async go(title: string): Promise<void> {
    await this.chat();
    await this.next.getByRole("button", { name: title }).click({ timeout: 30_000 });
  }

  async done(surface: string): Promise<void> {
    await this.shown(surface);
    await this.sheet(surface).getByRole("button", { name: "Done" }).click();
    await this.chat();
  }

  async shown(surface: string): Promise<void> {
    await this.chat();
    await expect(this.messages.last().getByText(surface).last()).toBeVisible({ timeout: 20_000 });
    await this.canvas();
    await expect(this.sheet(surface)).toBeVisible();
  }

  async expectText(text: string): Promise<void> {
    await expect(this.page.getByText(text).filter({ visible: true }).last()).toBeVisible({
      timeout: 30_000,
    });
  }
}

test("the first page explains the demo, and its suggestions play within ten seconds", {
  tag: "@once",
}, async ({ page }) => {
  const easel = await Workspace.open(page, base);
  await expect(page.getByText("Until then, a demo answers.")).toBeVisible();
  await easel.accessible();
  for (const { title } of openings) {
    await page.getByRole("button", { name: title }).click();
    const chat = page.getByRole("region", { name: "Chat", exact: true });
    const first = chat
      .getByRole("region", { name: "Question for you" })
      .or(chat.getByRole("button", { name: /^(Go to the form|Show)$/ }))
      .or(chat.getByText(/Ran code in the sandbox|Four weeks at the bakery/));
    await expect(first.first()).toBeVisible({ timeout: 10_000 });
    await page.getByRole("link", { name: "New conversation" }).first().click();
    await expect(easel.messages).toHaveCount(0);
  }
});

test("a model is connected on the first page: provider, key, Start", { tag: "@once" }, async ({ page }) => {
  const easel = await Workspace.open(page, base);
  const provider = page.getByRole("button", { name: "OpenAI-compatible server" });
  await provider.click();
  await expect(page.getByRole("textbox", { name: /^Address/ })).toBeFocused();
  await page.getByLabel("API key").fill("sk-wrong");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: /key/i })).toBeVisible();
  await easel.accessible();
  await page.getByLabel("API key").fill("");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByText("Connect a model")).toHaveCount(0, { timeout: 20_000 });
  await easel.tell("Hello");
  await expect(easel.messages.last()).toContainText("You said: Hello");
});

test("an example agent opens with one press and shows its own starters", { tag: "@once" }, async ({
  page,
  easel: { url },
}) => {
  await Workspace.open(page);
  await page.getByRole("button", { name: /^Ledger/ }).click();
  await expect(page).toHaveURL(/\/a\/[0-9a-f-]+\/chat\//);
  await expect(page.getByRole("button", { name: /^Enter what you spent/ })).toBeVisible();
  const [, , id] = new URL(page.url()).pathname.split("/");
  await page.goto("about:blank");
  await call(url, "DELETE", `/api/agents/${id}`);
});

test("the tour shows its form, table, live surface and board, and each leads to the next", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  test.setTimeout(180_000);
  await Workspace.open(page, base);
  const easel = new Visitor(page);
  await easel.say("Show me around");
  await easel.expectText("I am a script, not a language model");

  await easel.go("Plan a bake with a form");
  await easel.shown("Saturday's bake");
  await page.getByRole("textbox", { name: "Who bakes?" }).fill("Ada");
  await page.getByRole("button", { name: "Plan the bake" }).click();
  await easel.done("The night before Saturday");

  await easel.go("Look at a month of sales");
  await easel.shown("Four weeks at the bakery");
  const sales = easel.sheet("Four weeks at the bakery");
  await sales.getByRole("searchbox", { name: "Filter rows" }).fill("cheesecake");
  await expect(sales.getByText("28 of 168 rows")).toBeVisible();
  await easel.done("Four weeks at the bakery");
  await easel.expectText("in four weeks");

  await easel.go("Change a number and watch");
  await easel.shown("Six days, live");
  await expect(easel.sheet("Six days, live").getByText("24 rows")).toBeVisible();
  await easel.done("Six days, live");
  await easel.expectText("according to the current table");

  await easel.go("Sort ideas on a board");
  await easel.shown("Twelve ideas for the bakery");
  const board = easel.sheet("Twelve ideas for the bakery").frameLocator(FRAME);
  await expect(board.getByRole("button", { name: "A bench in front" })).toBeVisible();
  // Scroll well before the click: right after a scroll, a click may use the frame's old position and miss.
  const order = board.getByRole("button", { name: "That is the order" });
  await order.scrollIntoViewIfNeeded();
  await easel.accessible();
  await order.click();
  await easel.chat();
  await easel.expectText("The board is stored under");
  await easel.go("End the tour");
  await easel.expectText("That was the tour.");
  await expect(easel.next).toHaveCount(0);
  const { body } = await call(
    new URL(page.url()).origin,
    "GET",
    `/api/asks?agent=${base.slice("/a/".length)}`,
  );
  expect(body.asks).toEqual([]);
});

test("any tool can be called by typing the call, and an invalid call is explained", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  const easel = await Workspace.open(page, base);
  await easel.say('/render_blocks {"title":"By hand","blocks":[{"type":"markdown","content":"# Mine"}]}');
  await easel.canvas();
  await expect(easel.sheet("By hand").getByRole("heading", { name: "Mine" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await easel.chat();
  await easel.idle();
  await easel.tell(
    '/create_tool {"name":"half","description":"Halves","parameter_schema":{"type":"object"},"code":"return args.n / 2"}',
  );
  await easel.say('/half {"n":84}');
  await expect(easel.messages.last()).toContainText("42");
  await easel.idle();
  await easel.say('/render_blocks {"blocks":[{"type":"chart","chartType":"donut","data":{}}]}');
  await expect(easel.messages.last()).toContainText("chartType");
});
