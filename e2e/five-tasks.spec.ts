import type { FrameLocator, Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { CARDS, cardProps, cardsOf, TRIP, trip } from "./components/tasks.ts";
import { expect, test } from "./fixtures.ts";
import { accessible, sound } from "./looks.ts";
import { FRAME, Workspace } from "./page.ts";

// Common first tasks of users, complete, with a reload in between. The model's turns come from a script, so
// that the chat reads as with a real model.
// Each task is several journeys in one, which take more than a minute on a busy machine.
test.describe.configure({ timeout: 120_000 });

let count = 0;
const newName = (base: string) => `${base}_${process.pid}_${count++}`;

const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";
const partsOf = async (page: Page, url: string, type: string) =>
  (await call(url, "GET", `/api/conversations/${idOf(page)}`)).body.messages
    .flatMap(({ parts }: { parts: { type: string }[] }) => parts)
    .filter((part: { type: string }) => part.type === `tool-${type}`);

const look = (page: Page) => accessible(page, "iframe");

async function drag(page: Page, frame: FrameLocator, what: string, where: string): Promise<void> {
  const target = frame.getByRole("region", { name: where });
  await target.scrollIntoViewIfNeeded();
  const [from, to] = await Promise.all([frame.getByText(what).boundingBox(), target.boundingBox()]);
  if (!from || !to) throw new Error(`${what} or ${where} is not there`);
  await page.mouse.move(from.x + 40, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
}

test("plans a trip by dragging; the plan survives a reload, the answer and another conversation", {
  tag: ["@once", "@long"],
}, async ({ page, provider, easel: server }) => {
  const input = { code: TRIP, props: trip, title: "Two days in Porto" };
  provider.script({ tool: "render_and_wait", input }, { text: "Saturday is for the river, then." });
  const easel = await Workspace.open(page);
  await easel.say("Let me plan two days in Porto myself");
  await expect(page).toHaveTitle(/Waiting for you/);
  await page.getByRole("button", { name: "Go to it" }).click();
  const surface = easel.sheet("Two days in Porto");
  const frame = surface.frameLocator(FRAME);
  const saturday = frame.getByRole("region", { name: "Saturday" });
  await drag(page, frame, "Boat under the bridges", "Saturday");
  await expect(saturday).toContainText("Boat under the bridges");
  await frame.getByRole("radio", { name: "Full days" }).click();
  await look(page);
  await expect
    .poll(async () => {
      const { body } = await call(server.url, "GET", `/api/conversations/${idOf(page)}`);
      return body.sheets.length;
    })
    .toBe(1);

  await page.reload();
  await easel.canvas();
  await expect(saturday).toContainText("Boat under the bridges");
  await expect(frame.getByRole("radio", { name: "Full days" })).toBeChecked();
  await frame.getByRole("button", { name: "Plan it like this" }).click();
  await expect(surface).toContainText("answered");
  await easel.chat();
  await expect(easel.messages.last()).toContainText("Saturday is for the river, then.");
  const [shown] = await partsOf(page, server.url, "render_and_wait");
  expect(shown.output).toMatchObject({
    ...{ action: "planned", pace: "full" },
    days: { Saturday: ["Boat under the bridges"], Sunday: [] },
  });

  await easel.canvas();
  await expect(surface.getByRole("region", { name: "Your answer" })).toContainText(
    "Saturday: Boat under the bridges; Sunday: none",
  );
  await page.getByRole("button", { name: "More for “Two days in Porto”" }).click();
  await page.getByRole("menuitem", { name: "Pin", exact: true }).click();
  await expect(surface.getByRole("button", { name: "Unpin" })).toBeVisible();
  await look(page);
  await page.getByRole("link", { name: "New conversation" }).first().click();
  await expect(page).toHaveURL("/");
  await expect(saturday).toContainText("Boat under the bridges");
});

test("sums, charts and corrects expenses on the canvas, and restores a deletion", {
  tag: ["@once", "@long"],
}, async ({ page, provider, easel: server }) => {
  const table = newName("expenses");
  const rows = `WITH RECURSIVE d(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM d LIMIT 60)
    INSERT INTO ${table} (day, what, euros, paid) SELECT date('2026-10-01', '+' || n || ' days'),
    CASE n % 3 WHEN 0 THEN 'Groceries' WHEN 1 THEN 'Rent and power' ELSE 'Train' END, 10 + n % 7 * 3.5, n % 2 FROM d`;
  const blocks = [
    {
      type: "chart",
      chartType: "bar",
      unit: "€",
      data: { sql: `SELECT what, round(sum(euros), 2) AS euros FROM ${table} GROUP BY what` },
    },
    {
      type: "table",
      editable: true,
      data: { sql: `SELECT day, what, euros, paid FROM ${table} ORDER BY id LIMIT 8` },
    },
  ];
  provider.script(
    {
      tool: "db_sql",
      input: {
        sql: `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, day TEXT DEFAULT '2026-12-01', what TEXT, euros REAL, paid BOOLEAN DEFAULT 0)`,
      },
    },
    { tool: "db_sql", input: { sql: rows } },
    { tool: "render_blocks", input: { title: "What you spent", blocks } },
    { text: "I have seen what you changed." },
  );
  const easel = await Workspace.open(page);
  await easel.say("Keep my expenses of October and November, and let me correct them");
  await expect(page.getByRole("article").getByText("Chart", { exact: true })).toBeVisible();
  await easel.canvas();
  const surface = easel.sheet("What you spent");
  const stored = async (sql: string) =>
    (await call(server.url, "POST", "/api/database/query", { sql })).body.rows;
  const cell = surface.getByRole("gridcell", { name: "Rent and power" }).first();
  await cell.click();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("Rent");
  await look(page);
  await page.keyboard.press("Enter");
  await surface.getByRole("checkbox", { name: "paid" }).first().click();
  await expect(surface.getByRole("checkbox", { name: "paid" }).first()).toBeChecked();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  await expect
    .poll(() => stored(`SELECT what, paid FROM ${table} WHERE id < 3`))
    .toEqual([
      ["Groceries", 1],
      ["Rent", 0],
    ]);
  await surface.getByRole("gridcell", { name: "Train" }).first().click();
  await surface.getByRole("button", { name: "Delete row 3" }).click();
  await expect.poll(() => stored(`SELECT count(*) FROM ${table}`)).toEqual([[59]]);
  await surface.getByRole("button", { name: "Undo deleting a row" }).click();
  await expect.poll(() => stored(`SELECT count(*) FROM ${table}`)).toEqual([[60]]);

  await page.reload();
  await easel.canvas();
  await expect(surface.getByRole("gridcell", { name: "Rent", exact: true })).toBeVisible();
  await surface.getByRole("button", { name: "Add a row" }).click();
  await expect.poll(() => stored(`SELECT count(*) FROM ${table}`)).toEqual([[61]]);
  await surface.getByRole("button", { name: "Done" }).click();
  await easel.chat();
  await expect(easel.messages.last()).toContainText("I have seen what you changed.");
  const [shown] = await partsOf(page, server.url, "render_blocks");
  expect(shown.output).toMatchObject({
    action: "dismiss",
    edits: [
      { table, key: { id: 1 }, set: { paid: 1 }, was: { paid: 0 } },
      { table, key: { id: 2 }, set: { what: "Rent", paid: 0 }, was: { what: "Rent and power", paid: 1 } },
      { table, key: { id: 61 }, added: { id: 61 } },
    ],
  });

  provider.script(
    { tool: "db_sql", input: { sql: `DELETE FROM ${table} WHERE what = 'Train'` } },
    { text: "The train is gone." },
  );
  await easel.tell("Leave the train out");
  const done = `Deleted 20 rows of ${table}`;
  await expect(page.getByText(done)).toBeVisible();
  await page.getByRole("button", { name: `Undo: ${done}` }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Later changes of all tables are lost, too.");
  await look(page);
  await question.getByRole("button", { name: "Restore the tables" }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  expect(await stored(`SELECT count(*) FROM ${table}`)).toEqual([[61]]);
  await page.reload();
  await expect(page.getByRole("button", { name: `Redo: ${done}` })).toBeVisible();
});

test("flash cards keep their progress after a reload, in the next conversation and in the library", {
  tag: ["@once", "@long"],
}, async ({ page, provider, easel: server }) => {
  const name = newName("flashCards");
  const deck = newName("cards");
  const props_schema = cardProps(deck);
  provider.script(
    {
      tool: "create_ui_component",
      input: { name, description: "Asks words and remembers which are known.", code: CARDS, props_schema },
    },
    { tool: "render_and_wait", input: { component: name, props: cardsOf(deck), title: "Portuguese" } },
    { text: "One is known. More tomorrow." },
  );
  const easel = await Workspace.open(page);
  await easel.say("Make me flash cards for Portuguese");
  await expect(page).toHaveTitle(/Waiting for you/);
  await easel.canvas();
  const frameOf = (title: string | RegExp) => easel.sheet(title).frameLocator(FRAME);
  const frame = frameOf("Portuguese");
  await frame.getByRole("button", { name: "Turn it over" }).click();
  await expect(frame.getByText("bread")).toBeVisible();
  await look(page);
  await frame.getByRole("button", { name: "I knew it" }).click();
  await expect(frame.getByText("1 of 3 known")).toBeVisible();
  await expect
    .poll(async () => (await call(server.url, "GET", `/api/state/${deck}`)).body.value)
    .toEqual(["o pão"]);

  await page.reload();
  await easel.canvas();
  await expect(frame.getByText("1 of 3 known")).toBeVisible();
  await frame.getByRole("button", { name: "Enough for today" }).click();
  await expect(easel.sheet("Portuguese")).toContainText("answered");
  await easel.chat();
  await expect(easel.messages.last()).toContainText("One is known. More tomorrow.");

  await call(server.url, "PUT", `/api/pins/components/${name}`, { props: cardsOf(deck) });
  await page.getByRole("link", { name: "New conversation" }).first().click();
  await expect(page).toHaveURL(/\/chat\//);
  await expect(frameOf(/^Flash cards/).getByText("1 of 3 known")).toBeVisible();
});

const LOAVES = `const grams = args.loaves * args.grams;
return { flour: grams / 1000 };
`;

test("creates a tool with approval, uses it, shows a change as a diff and undoes it", {
  tag: ["@once", "@long"],
}, async ({ page, provider, easel: server }) => {
  const name = newName("kilos");
  const parameter_schema = {
    type: "object",
    properties: { loaves: { type: "integer" }, grams: { type: "integer", default: 500 } },
    required: ["loaves"],
  };
  const policy = (tool: string, policy: string) =>
    call(server.url, "PATCH", `/api/tools/${tool}`, { policy });
  await Promise.all([policy("create_tool", "ask"), policy("update_tool", "ask")]);
  const made = { name, description: "Kilos of flour for so many loaves.", parameter_schema, code: LOAVES };
  provider.script(
    { tool: "create_tool", input: made },
    { tool: name, input: { loaves: 12 } },
    { text: "Six kilos of flour." },
  );
  const easel = await Workspace.open(page);
  await easel.say("How much flour for twelve loaves? Make it a tool.");
  const card = (tool: string) => page.getByRole("region", { name: `Permission for ${tool}` });
  await expect(card("create_tool")).toContainText(name);
  await card("create_tool").getByRole("button", { name: "Allow", exact: true }).click();
  // The first run of a server has to start the sandbox.
  await expect(easel.spoken).toHaveText("Six kilos of flour.", { timeout: 30_000 });
  await easel.idle();

  const code = LOAVES.replace("args.loaves", "(args.loaves + 1)");
  provider.script(
    { tool: "update_tool", input: { name, code } },
    { tool: name, input: { loaves: 12 } },
    { text: "Six and a half, with one more for the neighbour." },
  );
  await easel.say("Always one more, for the neighbour");
  const difference = card("update_tool").getByRole("table", { name: "Code" });
  await expect(difference.getByRole("row").filter({ hasText: "removed:" })).toHaveCount(1);
  await expect(difference).toContainText("(args.loaves + 1)");
  await expect(card("update_tool").getByText("parameter_schema")).toHaveCount(0);
  await sound(page, "iframe");
  await card("update_tool").getByRole("button", { name: "Allow", exact: true }).click();
  await expect(easel.spoken).toHaveText("Six and a half, with one more for the neighbour.");
  await Promise.all([policy("create_tool", "allow"), policy("update_tool", "allow")]);
  const codeNow = async () => (await call(server.url, "GET", `/api/agent-tools/${name}`)).body.code;
  expect(await codeNow()).toBe(code);

  const { calls } = (await call(server.url, "GET", `/api/audit?tool=${name}`)).body;
  expect(calls).toMatchObject(Array(2).fill({ tool: name, requests: { count: 0 } }));

  const changed = page.getByRole("article").last();
  await changed.getByText(/and 1 more/).click();
  await changed.getByRole("group").getByText("Changed the tool").click();
  const change = page.getByRole("region", { name: "Changes" });
  await expect(change.getByRole("table", { name: "Code" })).toContainText("(args.loaves + 1)");
  await changed.getByRole("button", { name: /^Undo: Changed the tool/ }).click();
  await expect(change.getByText("Version 3 is live")).toBeVisible();
  expect(await codeNow()).toBe(LOAVES);
});

test("shows a change of the prompt as a diff, undoes it in the chat, and uses the restored version in the next conversation", {
  tag: ["@once", "@long"],
}, async ({ page, provider, easel: server }) => {
  await call(server.url, "PUT", "/api/prompt", { content: "You are Easel.\n\nAnswer at length.\n" });
  const brief = "Answer in one sentence.";
  const input = { operation: "find_replace", find: "Answer at length.", replace: brief };
  provider.script({ tool: "edit_system_prompt", input }, { text: "From the next conversation on." });
  const easel = await Workspace.open(page);
  await easel.tell("Be brief from now on");
  await expect(page.getByText(/System prompt: version \d+/)).toBeVisible();
  await page.reload();
  await page.getByText("Changed its prompt").click();
  const change = page.getByRole("region", { name: "Changes" });
  await expect(change.getByRole("table", { name: "Text" })).toContainText(brief);
  await sound(page, "iframe");
  const requestFor = async (message: string) => {
    const talk = new Talk(server.url);
    await (await talk.say(message, { text: "Yes." })).text();
    return JSON.stringify(provider.requests.at(-1)?.body);
  };
  expect(await requestFor("Hello")).toContain(brief);
  await page.getByRole("button", { name: /^Undo: Prompt: “Answer at length.”/ }).click();
  await expect(change.getByText(/^Version \d+ is live$/)).toBeVisible();
  await expect(page.getByText(/System prompt: version/)).toHaveCount(0);
  const requestBody = await requestFor("Hello again");
  expect([requestBody.includes(brief), requestBody.includes("Answer at length.")]).toEqual([false, true]);

  await page.getByRole("link", { name: /^Version \d+ in History$/ }).click();
  await page.getByRole("button", { name: /^Restore version/ }).click();
  await expect.poll(async () => (await call(server.url, "GET", "/api/prompt")).body.content).toContain(brief);
  expect(await requestFor("Who are you?")).toContain(brief);
});
