import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { rewrite } from "./editor.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { Workspace } from "./page.ts";
import { Bench, CODE, create, fields, newName, policyOf, row } from "./tool-bench.ts";

// The whole lifecycle of a tool, which takes more than a minute on a busy machine.
test.describe.configure({ timeout: 120_000 });

test("the agent tries code, makes a tool and uses it in one turn; the user fixes, runs and restores it", {
  tag: "@once",
}, async ({ page, easel: { url } }) => {
  const name = newName("flour");
  const easel = await Workspace.open(page);
  await easel.say(
    "Flour for 12 loaves",
    { tool: "run_sandbox_code", input: { code: `const args = { loaves: 1, grams: 500 };\n${CODE}` } },
    { tool: "create_tool", input: fields(name) },
    { tool: name, input: { loaves: 12 } },
    { text: "Six kilos of flour." },
  );
  // The first run of a server has to start the sandbox.
  await expect(easel.spoken).toHaveText("Six kilos of flour.", { timeout: 30_000 });
  await easel.idle();
  await page.getByText("and 2 more").click();
  await expect(page.getByText("Ran code in the sandbox")).toBeVisible();
  await page.getByText(`Used ${name}`, { exact: true }).last().click();
  await expect(page.getByRole("group", { name: "Returned" }).last()).toContainText('"flour": 6000');
  await expect(page.getByRole("group", { name: "Logs" })).toContainText("for 12 loaves");
  await easel.accessible();

  await page.goto("/agent/tools");
  await page.getByRole("searchbox", { name: "Search tools" }).fill(name);
  await expect(row(page, name)).toContainText("1");
  await sound(page);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v1");
  const bench = new Bench(page);

  await rewrite(bench.editor, "return args.loaves * ;");
  await bench.editor.press("Control+s");
  await expect(page.getByText(/Not saved\. Line 1, column \d+/)).toBeVisible();
  await expect(page.locator(".cm-error-line")).toHaveText("return args.loaves * ;");
  await sound(page);
  await rewrite(bench.editor, "console.log('doubled');\nreturn { flour: args.loaves * args.grams * 2 };");
  await bench.editor.press("Control+s");
  await expect(page.getByText("Saved as version 2")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v2");

  await bench.run();
  await expect(page.getByRole("textbox", { name: "loaves" })).toHaveAccessibleDescription("Enter a number");
  await page.getByRole("textbox", { name: "loaves" }).fill("3");
  await bench.run();
  await expect(bench.outcome).toContainText("Returned a result");
  await expect(bench.outcome).toContainText("3000");
  await expect(bench.outcome.getByRole("group", { name: "Logs" })).toContainText("doubled");
  await sound(page);

  await bench.tab("Calls");
  await page.getByRole("list", { name: "Calls" }).getByText("12", { exact: true }).click();
  await expect(page.getByRole("group", { name: "Returned" })).toContainText("6000");
  await sound(page);
  await expect(page.locator('a[href*="#m-"]', { hasText: "Flour for 12 loaves" })).toBeVisible();

  await bench.tab("Versions");
  await page.getByRole("button", { name: "Version 1" }).click();
  await page.getByRole("button", { name: "Restore version 1" }).click();
  await expect(page.getByText("Restored as version 3.")).toBeVisible();
  await bench.run();
  await expect(bench.outcome).toContainText("1500");
  // Wait for the server's response, because the switch changes before it arrives.
  const switched = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("switch", { name: "Enabled" }).click();
  await expect(page.getByRole("switch", { name: "Disabled" })).not.toBeChecked();
  await switched;

  const { messages } = await new Talk(url).tell(
    "Flour for 12 loaves",
    { tool: name, input: { loaves: 12 } },
    { text: "It is gone." },
  );
  expect(JSON.stringify(messages)).toContain(`${name} is disabled.`);
});

test("shows a changed setting at once, also in other tabs, and reverts it when rejected; adds instructions to a toolset and its prompt; a tool set to ask needs approval at the next call", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  const name = await create(easel.url);
  await page.goto("/agent/tools");
  const state = page.getByRole("radiogroup", { name: "Availability of State" });
  await call(easel.url, "PATCH", "/api/toolsets/state", { mode: "off" });
  await expect(state.getByRole("radio", { name: "Off" })).toBeChecked();
  await state.getByRole("radio", { name: "When needed" }).click();
  await expect(state.getByRole("radio", { name: "When needed" })).toBeChecked();
  await page.route("**/api/toolsets/state", (route) =>
    route.fulfill({ status: 503, json: { error: { code: "unavailable", message: "The database rests." } } }),
  );
  await state.getByRole("radio", { name: "Off" }).click();
  await expect(page.getByText("Could not change State. The database rests.")).toBeVisible();
  await expect(state.getByRole("radio", { name: "When needed" })).toBeChecked();
  await page.unroute("**/api/toolsets/state");
  await state.getByRole("radio", { name: "Always", exact: true }).click();
  await expect(state.getByRole("radio", { name: "Always", exact: true })).toBeChecked();

  await page.getByRole("button", { name: /^State/ }).click();
  await page
    .getByRole("button", { name: /^(Add instructions|Change)$/ })
    .last()
    .click();
  const field = page.getByRole("textbox", { name: "Your instructions for State" });
  await field.fill("Keys begin with the name of a town.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Keys begin with the name of a town.")).toBeVisible();
  const all = page.getByRole("group", { name: "All tools of State" });
  await all.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("switch", { name: "set_state is offered" })).not.toBeChecked();
  await sound(page);
  await all.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByRole("switch", { name: "set_state is offered" })).toBeChecked();
  await page.getByRole("searchbox", { name: "Search tools" }).fill(name);
  await row(page, name).getByRole("radio", { name: "Ask" }).click();
  await expect(row(page, name).getByRole("radio", { name: "Ask" })).toBeChecked();
  await expect.poll(() => policyOf(easel.url, name)).toBe("ask");
  await page.getByRole("link", { name: "What the model sees" }).filter({ visible: true }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "What the model sees" })).toBeVisible();
  await expect(page.getByText(/[\d,]+ tokens before your first message/)).toBeVisible();
  await page.getByText("State", { exact: true }).first().click();
  await expect(page.getByRole("group", { name: "Text" })).toContainText(
    "Keys begin with the name of a town.",
  );
  await page.getByText("set_state", { exact: true }).click();
  await expect(page.getByRole("group", { name: "Parameters" })).toContainText('"key"');
  await sound(page);

  const talk = new Talk(easel.url);
  await talk.say("Flour", { tool: name, input: { loaves: 2 } }, { text: "One kilo." });
  expect((await talk.until("waiting")).asks).toMatchObject([{ toolName: name }]);
});

test("shows the arguments of a built-in tool and adds instructions to it", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  await Bench.open(page, "render_blocks");
  const table = page.getByRole("table", { name: "Parameters" });
  await expect(table.getByRole("row").filter({ hasText: "title" }).first()).toContainText("string");
  await expect(page.getByRole("radio", { name: "Ask" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Add instructions" }).click();
  await page
    .getByRole("textbox", { name: "Your instructions for render_blocks" })
    .fill("Charts before tables.");
  const saved = page.waitForResponse("**/api/tools/render_blocks");
  await page.getByRole("button", { name: "Save" }).click();
  await saved;
  await page.reload();
  await expect(page.getByText("Charts before tables.")).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByRole("button", { name: "Add instructions" })).toBeVisible();
});

test("the user writes a tool with parameters, deletes it and restores it", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  const name = newName("mine");
  await page.goto("/agent/tools");
  await page.getByRole("button", { name: "New tool" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("create_tool");
  await dialog.getByRole("textbox", { name: "What it does" }).fill("Counts words");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toContainText("name of a built-in tool");
  await sound(page);
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  const bench = new Bench(page);
  await page.getByRole("textbox", { name: "text" }).fill("one two  three");
  await bench.run();
  await expect(bench.outcome).toContainText("words");
  await expect(bench.outcome).toContainText("3");

  await bench.tab("Parameters");
  const schema = page.getByRole("textbox", { name: /^Parameters of/ });
  await rewrite(schema, '{ "type": "object", }');
  await expect(page.getByText(/Line 1: Invalid JSON/)).toBeVisible();
  await rewrite(schema, '{\n  "type": "object",\n  "properties": {\n    "text": { "type": "words" }\n  }\n}');
  await schema.press("Control+s");
  await expect(page.getByText(/Line 4: .*properties\.text has a type/)).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: "Discard" }).click();

  await page
    .getByRole("main")
    .getByRole("button", { name: /^More for/ })
    .click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/tools$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(new RegExp(`/agent/tools/${name}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v3");
});

test("shows a conversation's calls live; checks code while it is written, saves lower limits, and the second of two users decides", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  const name = await create(easel.url);
  const bench = await Bench.open(page, name, "#calls");
  await expect(page.getByText("No calls in conversations yet")).toBeVisible();
  await new Talk(easel.url).tell("Flour", { tool: name, input: { loaves: 0 } }, { text: "No." });
  await expect(page.getByRole("list", { name: "Calls" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("img", { name: "Failed" })).toBeVisible();

  await bench.tab("Code");
  await rewrite(bench.editor, "const n = 1;\nreturn n * ;");
  await expect(page.getByText(/^Line 2, column \d+/)).toBeVisible();
  await expect(page.locator(".cm-error-line")).toHaveText("return n * ;");
  await rewrite(bench.editor, "const n = 1;\nreturn n * 2;");
  await expect(page.locator(".cm-error-line")).toHaveCount(0);

  await bench.tab("Limits");
  const memory = page.getByRole("textbox", { name: "Memory" });
  await memory.fill("100");
  await expect(memory).toHaveAccessibleDescription(/8 to 64 MB/);
  await bench.tab("Code");
  await expect(page.getByText("Not saved: see Limits.")).toBeVisible();
  await bench.tab("Limits");
  await memory.fill("16");
  await sound(page);
  await memory.press("Enter");
  await expect(page.getByText("Saved as version 2")).toBeVisible();
  const { body } = await call(easel.url, "GET", `/api/agent-tools/${name}`);
  expect(body).toMatchObject({ code: "const n = 1;\nreturn n * 2;", limits: { memoryMb: 16 }, version: 2 });

  await bench.tab("Code");
  await rewrite(bench.editor, "return 1;");
  await call(easel.url, "PATCH", `/api/agent-tools/${name}`, { code: "return 2;" });
  const choice = page.getByRole("region", { name: "Two versions" });
  await expect(choice).toContainText("Version 3 went live while you edited version 2.");
  await choice.getByRole("button", { name: "Save mine over it" }).click();
  await expect(page.getByText("Saved as version 4")).toBeVisible();
  expect((await call(easel.url, "GET", `/api/agent-tools/${name}`)).body).toMatchObject({
    code: "return 1;",
    version: 4,
  });
});
