import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import type { FrameLocator, Locator, Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";

const CODE = `import { Button } from "@/components/ui/button";

export default function Board({ title = "Ideas", most = 3, ideas = ["Bread", "Cake"] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>{ideas.slice(0, most).map((idea) => <li key={idea}>{idea}</li>)}</ul>
      <Button onClick={() => callTool("chosen", { ideas })}>Send</Button>
    </section>
  );
}
`;

const SCHEMA = {
  type: "object",
  properties: {
    title: { type: "string", description: "What stands above", default: "Ideas" },
    most: { type: "integer", minimum: 1, maximum: 9, default: 3 },
    size: { enum: ["small", "large"] },
    ideas: { type: "array", items: { type: "string" }, default: ["Bread", "Cake"] },
  },
  required: ["title", "ideas"],
};

// Every save is tried out in a browser of the server's, which takes its time on a busy machine.
test.describe.configure({ timeout: 120_000 });

let count = 0;

/** A name that no other test has. */
const newName = (base: string) => `${base}${process.pid}x${count++}`;

async function create(url: string, base = "Board", fields: object = {}): Promise<string> {
  const name = newName(base);
  const body = { name, description: `A board called ${name}`, code: CODE, props_schema: SCHEMA, ...fields };
  expect(await call(url, "POST", "/api/components", body)).toMatchObject({ status: 200 });
  return name;
}

/** One component's page. */
class Bench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, name: string, tab = ""): Promise<Bench> {
    await page.goto(`/components/${name}${tab}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    return new Bench(page);
  }

  get frame(): FrameLocator {
    return this.page.getByRole("main").frameLocator("iframe");
  }

  get editor(): Locator {
    return this.page.getByRole("textbox", { name: /^Code of/ });
  }

  async tab(name: "Props" | "Code" | "Versions"): Promise<void> {
    await this.page.getByRole("tab", { name }).click();
  }

  /** Types at the beginning of the code. */
  async writeFirst(text: string): Promise<void> {
    await this.editor.focus();
    await this.page.keyboard.press("Control+Home");
    await this.page.keyboard.insertText(text);
  }

  async menu(item: string): Promise<void> {
    await this.page.getByRole("button", { name: /^More for/ }).click();
    await this.page.getByRole("menuitem", { name: item }).click();
  }
}

/** Nothing for axe to say about what is ours, and nothing to scroll sideways. */
async function sound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const main = document.querySelector("main");
    return [scrollWidth - clientWidth, (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0)];
  });
  expect(beyond).toEqual([0, 0]);
}

test("a component is found in the gallery, at work, and opened", async ({ page, easel }) => {
  await page.goto("/components");
  await expect(page.getByRole("heading", { level: 1, name: "Components" })).toBeVisible();
  // It comes without being asked for, as when the agent writes it meanwhile.
  const name = await create(easel.url);
  const other = await create(easel.url, "Other");
  const card = page.getByRole("listitem").filter({ hasText: name }).first();
  await expect(card).toContainText("v1");
  await expect(page.getByRole("link", { name: other })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search components" }).fill(name.toUpperCase());
  await expect(page.getByRole("link", { name: other })).toHaveCount(0);
  await expect(card.frameLocator("iframe").getByRole("listitem").first()).toHaveText("Bread");
  await sound(page);
  await page.getByRole("searchbox", { name: "Search components" }).fill("no such thing");
  await expect(page.getByText("Nothing fits “no such thing”.")).toBeVisible();
  await page.keyboard.press("Escape");
  await card.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/components/${name}$`));
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("its props are changed while it runs, and wrong ones do not reach it", async ({ page, easel }) => {
  const bench = await Bench.open(page, await create(easel.url));
  await expect(bench.frame.getByRole("heading", { name: "Ideas" })).toBeVisible();
  await page.getByRole("textbox", { name: "title" }).fill("For the winter");
  await expect(bench.frame.getByRole("heading", { name: "For the winter" })).toBeVisible();
  await page.getByRole("textbox", { name: "most" }).fill("1");
  await expect(bench.frame.getByRole("listitem")).toHaveText(["Bread"]);
  await page.getByRole("textbox", { name: "most" }).fill("10");
  await expect(page.getByRole("textbox", { name: "most" })).toHaveAccessibleDescription(
    /greater than|maximum|9/,
  );
  await page.getByRole("textbox", { name: "ideas" }).fill('["Rye"');
  await expect(page.getByRole("textbox", { name: "ideas" })).toHaveAccessibleDescription(/no JSON/);
  await expect(bench.frame.getByRole("listitem")).toHaveText(["Bread"]);
  await expect(page.getByText("keeps the last values that were right")).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(bench.frame.getByRole("listitem")).toHaveText(["Bread", "Cake"]);
  await bench.frame.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText('chosen {"ideas":["Bread","Cake"]}')).toBeVisible();
});

test("its code is changed, with an error at its line, saved, compared and restored", async ({
  page,
  easel,
}) => {
  const name = await create(easel.url);
  const bench = await Bench.open(page, name, "#code");
  await expect(bench.frame.getByRole("heading", { name: "Ideas" })).toBeVisible();
  await bench.writeFirst("const wrong = ;\n");
  await expect(page.getByText("Line 1: Unexpected")).toBeVisible();
  await expect(page.locator(".cm-error-line")).toHaveText("const wrong = ;");
  await expect(page.locator(".cm-error")).toBeVisible();
  await sound(page);
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Not saved", { exact: true })).toBeVisible();
  await expect(bench.frame.getByRole("heading", { name: "Ideas" })).toBeVisible();

  // What compiles is shown before it is saved.
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.locator(".cm-error")).toHaveCount(0);
  await bench.editor.fill(CODE.replace("<h2>{title}</h2>", "<h2>Mine: {title}</h2>"));
  await expect(bench.frame.getByRole("heading", { name: "Mine: Ideas" })).toBeVisible();
  await expect(page.getByText("With your changes, which are not saved yet")).toBeVisible();
  await page.reload();
  await expect(bench.editor).toContainText("Mine: {title}");
  await bench.editor.press("Escape");
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  await bench.editor.press("Control+s");
  await expect(page.getByText("Saved as version 2")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v2");
  expect(await call(easel.url, "GET", `/api/components/${name}`)).toMatchObject({ body: { version: 2 } });

  await bench.tab("Versions");
  await page.getByRole("button", { name: "Version 2" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Version 2" })).toBeFocused();
  const code = page.getByRole("table", { name: "Code" });
  await expect(code.getByText("removed: ")).toHaveCount(1);
  await expect(code.locator("mark")).toHaveText(/Mine:/);
  await sound(page);
  await page.getByRole("button", { name: "All versions" }).click();
  await expect(page.getByRole("button", { name: "Version 2" })).toBeFocused();
  await page.getByRole("button", { name: "Version 1" }).click();
  await page.getByRole("button", { name: "Restore version 1" }).click();
  await expect(page.getByText("Version 1 is live again, as version 3.")).toBeVisible({ timeout: 30_000 });
  await expect(bench.frame.getByRole("heading", { name: "Ideas", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v3");
});

test("of two who change the same code, the second is told and decides", async ({ page, easel }) => {
  const name = await create(easel.url);
  const bench = await Bench.open(page, name, "#code");
  await bench.writeFirst("// mine\n");
  const theirs = { code: CODE.replace("Send", "Theirs") };
  await call(easel.url, "PATCH", `/api/components/${name}`, theirs);
  const choice = page.getByRole("region", { name: "Two versions" });
  await expect(choice).toContainText("Version 2 went live while you were changing version 1.");
  await choice.getByRole("button", { name: "Compare" }).click();
  await expect(choice.getByRole("table")).toContainText("// mine");
  await sound(page);
  await choice.getByRole("button", { name: "Take theirs" }).click();
  await expect(bench.editor).toContainText("Theirs");
  await expect(choice).toHaveCount(0);

  await bench.writeFirst("// mine\n");
  await call(easel.url, "PATCH", `/api/components/${name}`, { code: `${theirs.code}// more\n` });
  await choice.getByRole("button", { name: "Save mine over it" }).click();
  await expect(page.getByText("Saved as version 4")).toBeVisible({ timeout: 30_000 });
  const { body } = await call(easel.url, "GET", `/api/components/${name}`);
  expect(body.code).toBe(`// mine\n${theirs.code}`);
});

test("what does not work when it is tried out is saved only on request", async ({ page, easel }) => {
  const name = await create(easel.url);
  const bench = await Bench.open(page, name, "#code");
  await bench.editor.fill('export default function Board() { throw new Error("no flour"); }');
  await bench.editor.press("Control+s");
  const anyway = page.getByRole("button", { name: "Save it all the same" });
  const saved = page.getByText("Saved as version 2");
  await expect(anyway.or(saved)).toBeVisible({ timeout: 30_000 });
  // Where the server has no browser, nothing is tried out.
  if (await anyway.isVisible()) await anyway.click();
  await expect(saved).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("alert").filter({ hasText: "no flour" })).toBeVisible();
  await page.getByRole("button", { name: "Let the agent fix it" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue(
    new RegExp(`${name}.*no flour`, "s"),
  );
});

test("it is deleted, brought back, exported and imported", async ({ page, easel }) => {
  const name = await create(easel.url);
  const bench = await Bench.open(page, name);
  const [download] = await Promise.all([page.waitForEvent("download"), bench.menu("Export as a file")]);
  expect(download.suggestedFilename()).toBe(`${name}.json`);
  const file = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect(file).toMatchObject({ easel: "component", name, code: CODE, props_schema: SCHEMA });

  await bench.menu("Delete");
  await expect(page).toHaveURL(/\/components$/);
  await expect(page.getByRole("link", { name })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(new RegExp(`/components/${name}$`), { timeout: 30_000 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v2", { timeout: 30_000 });

  await bench.menu("Delete");
  await expect(page.getByText(`Deleted “${name}”`)).toBeVisible();
  await page.goto(`/components/${name}`);
  await expect(page.getByText("It was deleted.")).toBeVisible();
  await sound(page);

  await page.goto("/components");
  const given = {
    name: `${name}.json`,
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(file)),
  };
  await page.getByLabel("A component's file").setInputFiles({ ...given, buffer: Buffer.from("{") });
  await expect(page.getByText("It is no JSON file.")).toBeVisible();
  await page.getByLabel("A component's file").setInputFiles(given);
  await expect(page).toHaveURL(new RegExp(`/components/${name}$`), { timeout: 30_000 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v3");

  await page.goto("/components");
  await page.getByLabel("A component's file").setInputFiles({
    ...given,
    buffer: Buffer.from(JSON.stringify({ ...file, code: CODE.replace("Send", "Off") })),
  });
  await expect(page.getByRole("alertdialog")).toContainText(`There is a component “${name}” already`);
  await sound(page);
  await page.getByRole("button", { name: "Save as its next version" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v4", { timeout: 30_000 });
});

test("its description and schema are changed, and it opens alone", async ({ page, easel }) => {
  const name = await create(easel.url);
  const bench = await Bench.open(page, name);
  await bench.menu("Description and props…");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Description" }).fill("For the bakery");
  await dialog.getByRole("textbox", { name: "Props" }).fill('{ "type": "array" }');
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("its type is object");
  await sound(page);
  const schema = { type: "object", properties: { title: { type: "string", default: "Rolls" } } };
  await dialog.getByRole("textbox", { name: "Props" }).fill(JSON.stringify(schema));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByText("For the bakery")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "title" })).toHaveValue("Rolls");
  await expect(page.getByRole("textbox", { name: "most" })).toHaveCount(0);

  await page.goto(`/components/${name}?bare`);
  await expect(bench.frame.getByRole("heading", { name: "Rolls" })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  await sound(page);
});

test("a version leads to the conversation in which the agent wrote it", async ({ page, easel }) => {
  const name = newName("Agents");
  const talk = new Talk(easel.url);
  const input = { name, description: "Says hello", code: "export default () => <p>Hello</p>" };
  await talk.say("Write it", { tool: "create_ui_component", input }, { text: "It is written." });
  await talk.until("completed");
  const bench = await Bench.open(page, name, "#versions");
  await expect(bench.frame.getByText("Hello")).toBeVisible();
  await page.getByRole("listitem").filter({ hasText: "The agent, in" }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/chat/${talk.id}#m-`));
});

test("the workspace leads to the components and back", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  const chat = page.url();
  if ((page.viewportSize()?.width ?? 0) < 768)
    await page.getByRole("button", { name: /^(Conversations|Open the list)/ }).click();
  await page.getByRole("link", { name: "Components" }).filter({ visible: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Components" })).toBeVisible();
  await page
    .getByRole("link", { name: /^(Back to the chat|Chat)$/ })
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL(chat);
});
