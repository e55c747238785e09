import { openings } from "../lib/shared/openings.ts";
import { test as base, expect } from "./fixtures.ts";
import { Workspace } from "./page.ts";
import { Past } from "./past.ts";
import { EaselServer } from "./server.ts";

/** A server to which nobody has connected a model. */
const test = base.extend<object, { demo: EaselServer }>({
  demo: [
    async ({ folder }, use) => {
      const demo = await EaselServer.start({ EASEL_DATA_DIR: folder });
      await use(demo);
      await demo.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
});

/** The visitor of the tour. */
class Visitor extends Workspace {
  get question() {
    return this.page.getByRole("region", { name: "Question for you" });
  }

  /** Chooses where the tour goes next. */
  async go(title: string): Promise<void> {
    await this.chat();
    await this.question.getByRole("button", { name: title }).click({ timeout: 30_000 });
  }

  /** Reads what lies on the canvas, and says so. */
  async done(sheet: string): Promise<void> {
    await this.shown(sheet);
    await this.sheet(sheet).getByRole("button", { name: "Done" }).click();
    await this.chat();
  }

  async shown(sheet: string): Promise<void> {
    await this.chat();
    await expect(this.messages.last().getByText(sheet).last()).toBeVisible({ timeout: 20_000 });
    await this.canvas();
    await expect(this.sheet(sheet)).toBeVisible();
  }

  async hears(words: string): Promise<void> {
    await expect(this.page.getByText(words).filter({ visible: true }).last()).toBeVisible({
      timeout: 30_000,
    });
  }
}

test("the first page says that a script answers", async ({ page }) => {
  const easel = await Workspace.open(page);
  await expect(page.getByText("A demo script answers, not a language model.")).toBeVisible();
  await easel.accessible();
});

test("what the first page offers plays within ten seconds", { tag: "@once" }, async ({ page }) => {
  for (const { title } of openings) {
    await Workspace.open(page);
    await page.getByRole("button", { name: title }).click();
    const first = page
      .getByRole("region", { name: "Question for you" })
      .or(page.getByRole("button", { name: /^(Go to the form|Show)$/ }))
      .or(page.getByText("Ran code in the sandbox"));
    await expect(first.first()).toBeVisible({ timeout: 10_000 });
  }
});

test("the whole tour can be taken", { tag: "@once" }, async ({ page }) => {
  test.setTimeout(180_000);
  await Workspace.open(page);
  const easel = new Visitor(page);
  await easel.say("Show me around");
  await easel.hears("I am a script, not a language model");

  await easel.go("Plan a bake with a form");
  await easel.shown("Saturday's bake");
  await page.getByRole("textbox", { name: "Who bakes?" }).fill("Ada");
  await page.reload();
  await easel.shown("Saturday's bake");
  await expect(page.getByRole("textbox", { name: "Who bakes?" })).toHaveValue("Ada");
  await easel.accessible();
  await page.getByRole("button", { name: "Plan the bake" }).click();
  await easel.done("The night before Saturday");

  await easel.go("Look at a month of sales");
  await easel.shown("Four weeks at the bakery");
  const sales = easel.sheet("Four weeks at the bakery");
  await sales.getByRole("searchbox", { name: "Filter the rows" }).fill("cheesecake");
  await expect(sales.getByText("28 of 168 rows")).toBeVisible();
  await easel.accessible();
  await easel.done("Four weeks at the bakery");
  await easel.hears("in four weeks");

  await easel.go("Change a number and watch");
  await easel.shown("Six days, live");
  await expect(easel.sheet("Six days, live").getByText("24 rows")).toBeVisible();
  await easel.accessible();
  await easel.done("Six days, live");
  await easel.hears("as the table says now");

  await easel.go("Sort ideas on a board");
  await easel.shown("Twelve ideas for the bakery");
  const board = easel.sheet("Twelve ideas for the bakery").frameLocator("iframe");
  await expect(board.getByRole("button", { name: "A bench in front" })).toBeVisible();
  await easel.accessible();
  await board.getByRole("button", { name: "That is the order" }).click();
  await easel.chat();
  await easel.hears("The board is kept under");

  await easel.go("Make a tool and use it");
  await easel.hears("11.3 kg of flour");
  await easel.go("Be terser from now on");
  await easel.hears("You have the last word");
  const chat = page.url();
  await expect(page.getByRole("link", { name: "History" }).last()).toHaveAttribute(
    "href",
    "/history?kind=system_prompt",
  );
  const past = await Past.open(page, "/history?kind=system_prompt");
  await past.choose("Answer in at most three sentences");
  await past.version.getByRole("button", { name: "Restore version 1" }).click();
  await expect(page.getByText("Restored version 1 of “System prompt”")).toBeVisible();
  await page.goto(chat);

  await easel.go("Remember something");
  await expect(easel.question.getByText("What shall I remember?")).toBeVisible();
  await easel.say("The keys are under the pot");
  await easel.done("What I remember");

  await easel.go("See something go wrong");
  await easel.done("Left over");
  await easel.hears("Open the red line");

  await easel.go("Interrupt me while I write");
  await easel.hears("The street is dark");
  await easel.say("shorter");
  await easel.hears("You wrote “shorter” while I was at it");

  await easel.go("Change what you said");
  await easel.hears("Every message of yours can be edited");
  await easel.go("Find your way");
  await easel.hears("opens the palette");
  await easel.go("Let me ask you first");
  await easel.question.getByRole("button", { name: "Skip this" }).click({ timeout: 20_000 });
  await easel.go("Connect a real model");
  await expect(page.getByRole("link", { name: "Settings › Models" }).last()).toHaveAttribute(
    "href",
    "/settings/models",
  );
  await easel.go("That is enough");
  await easel.hears("Then I wait here");
  await easel.idle();

  const other = await Workspace.open(page);
  await other.say("What do you remember?");
  await easel.hears("You told me: “The keys are under the pot”");
});

test("any tool can be called by hand, and a wrong call is explained", { tag: "@once" }, async ({ page }) => {
  const easel = await Workspace.open(page);
  await easel.say('/render_blocks {"title":"By hand","blocks":[{"type":"markdown","content":"# Mine"}]}');
  await easel.canvas();
  await expect(easel.sheet("By hand").getByRole("heading", { name: "Mine" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await easel.chat();
  await easel.idle();
  await easel.say(
    '/create_tool {"name":"half","description":"Halves","parameter_schema":{"type":"object"},"code":"return args.n / 2"}',
  );
  await easel.idle();
  await easel.say('/half {"n":84}');
  await expect(easel.messages.last()).toContainText("42");
  await easel.idle();
  await easel.say('/render_blocks {"blocks":[{"type":"chart","chartType":"donut","data":{}}]}');
  await expect(easel.messages.last()).toContainText("chartType");
});
